import { useQuery } from '@tanstack/react-query';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { When } from '../../ui/when.tsx';

/** The newest failures are among so many deliveries: those of a receiver that fails now wait beside them. */
const LOOKED_AT = 20;

/** What the receiver answered when it last failed, and when. */
export function LastAnswer({ id }: { id: string }) {
  const t = useTexts().webhooks;
  const { data } = useQuery({
    queryKey: ['webhooks', 'deliveries', id, 'last answer'],
    queryFn: async () => {
      const states = ['failed', 'pending'] as const;
      const lists = await Promise.all(
        states.map((state) => ask(service.admin.webhooks.deliveries({ id, state, limit: LOOKED_AT }))),
      );
      const attempts = lists.flatMap(({ deliveries }) => deliveries.flatMap((one) => one.attempts));
      return attempts.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
    },
  });
  if (data === undefined || data === null) return '–';
  const { status_code: status, response_body: body, error, at } = data;
  const line = body?.trim().split('\n')[0];
  return (
    <span title={error ?? undefined}>
      {status === null ? (error ?? t.noAnswer) : `${status} ${line ?? ''}`.trim()} · <When at={at} />
    </span>
  );
}
