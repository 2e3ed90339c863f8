import type { service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';

type Answer = NonNullable<Awaited<ReturnType<typeof service.admin.webhooks.test>>['data']>;

/** The answer of the receiver to one message; without one, the reason. */
export function TestAnswer({ answer }: { answer: Answer }) {
  const t = useTexts().webhooks;
  const { error, status_code: status, duration_ms: duration, response_body: body } = answer;
  // Other statuses say it all; redirects are not followed.
  const isUnclear = status === null || (status >= 300 && status < 400);
  return (
    <div role="status">
      <p className="kc-flush">
        <Badge tone={error === null ? 'good' : 'bad'}>{status ?? t.noAnswer}</Badge>{' '}
        <span className="kc-muted">{t.took(duration)}</span> {isUnclear && error}
      </p>
      {body !== null && body !== '' && <pre className="kc-json">{body}</pre>}
    </div>
  );
}
