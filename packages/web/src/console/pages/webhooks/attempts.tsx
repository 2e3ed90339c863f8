import type { Delivery } from '@keyward/client';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';

type Attempt = Delivery['attempts'][number];

/** The attempts of a delivery, newest first: one line for equal answers in a row, which opens to all of them. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTexts().webhooks;
  return (
    <ul className="kc-attempts">
      {inRows(attempts).map(([newest, ...others]) => (
        <li key={newest.at}>
          <details>
            <summary>
              <Badge tone={newest.error === null ? 'good' : 'bad'}>{newest.status_code ?? t.noAnswer}</Badge>{' '}
              {firstLine(newest)}{' '}
              <span className="kc-muted">
                <When at={newest.at} exactly /> {t.took(newest.duration_ms)}
                {others.length > 0 && ` · ${t.deliveries.same(others.length)}`}
              </span>
            </summary>
            {newest.response_body !== null && newest.response_body !== '' && (
              <pre className="kc-json">{newest.response_body}</pre>
            )}
            {others.map(({ at, duration_ms: duration }) => (
              <p key={at} className="kc-flush kc-muted">
                <When at={at} exactly /> {t.took(duration)}
              </p>
            ))}
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The start of the answer; without one, the reason. */
function firstLine({ response_body: body, error, status_code: status }: Attempt): string | null {
  // Redirects are not followed.
  if (status === null || (status >= 300 && status < 400)) return error;
  return body?.trim().split('\n')[0] ?? null;
}

function inRows(attempts: readonly Attempt[]): [Attempt, ...Attempt[]][] {
  const rows: [Attempt, ...Attempt[]][] = [];
  for (const attempt of attempts.toReversed()) {
    const row = rows.at(-1);
    if (row !== undefined && isSame(row[0], attempt)) row.push(attempt);
    else rows.push([attempt]);
  }
  return rows;
}

function isSame(one: Attempt, other: Attempt): boolean {
  return (
    one.status_code === other.status_code &&
    one.response_body === other.response_body &&
    one.error === other.error
  );
}
