import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { diagnosticsQuery } from '../../data/diagnostics.ts';
import { consolePath } from '../../lib/paths.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';

/** The findings that mean that something fails now, with the page that helps. */
const FAILING = {
  disk: { path: 'logs', search: { tab: 'snapshots' } },
  'mail-queue': { path: 'settings/email', search: {} },
  webhooks: { path: 'webhooks', search: {} },
} as const;

const HOUR_MS = 3_600_000;
/** At this number of refusals in an hour, and this number for each sign-in, somebody is probably guessing. */
const MANY_REFUSALS = 30;
const REFUSALS_PER_SIGN_IN = 3;

/** Current failures, at the top of the page: each with the remedy, and a link to it. */
export function Incidents() {
  const t = useTexts().overview.incidents;
  const findings = useQuery(diagnosticsQuery).data?.findings ?? [];
  const guesses = useGuesses();
  const failing = findings.flatMap(({ id, status }) =>
    status === 'ok' || !isFailing(id) ? [] : [{ id, ...t[id], ...FAILING[id] }],
  );
  const incidents = [
    ...failing,
    ...(guesses === 0
      ? []
      : [
          {
            id: 'guessing',
            title: t.guessing.title(guesses),
            act: t.guessing.act,
            button: t.guessing.button,
            path: 'events',
            search: { type: 'login.failed' },
          },
        ]),
  ];
  if (incidents.length === 0) return null;
  return (
    <section className="kc-incidents" aria-label={t.label}>
      <ul>
        {incidents.map(({ id, title, act, button, path, search }) => (
          <li key={id}>
            <IconAlertTriangle size={18} aria-hidden />
            <div>
              <b>{title}</b>
              <p>{act}</p>
            </div>
            <Link className="kc-incident-link" to={consolePath(path)} search={search}>
              {button}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether a finding is shown as an incident. */
export const isFailing = (id: string): id is keyof typeof FAILING => Object.hasOwn(FAILING, id);

/** The number of refused sign-ins of the last hour, if they look like guesses; otherwise 0. */
function useGuesses(): number {
  const { data } = useQuery({
    queryKey: ['activity', 'last hour'],
    queryFn: () =>
      ask(
        service.admin.events.counts({
          interval: 'hour',
          since: new Date(Date.now() - HOUR_MS).toISOString(),
        }),
      ),
    refetchInterval: 60_000,
  });
  const sum = (name: 'failures' | 'sign_ins') =>
    data?.buckets.reduce((before, bucket) => before + bucket[name], 0) ?? 0;
  const refused = sum('failures');
  return refused >= MANY_REFUSALS && refused >= REFUSALS_PER_SIGN_IN * sum('sign_ins') ? refused : 0;
}
