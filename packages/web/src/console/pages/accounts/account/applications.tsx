import { Link } from '@tanstack/react-router';
import type { FullAccount } from '../../../data/accounts.ts';
import { consolePath } from '../../../lib/paths.ts';
import { useTexts } from '../../../texts/texts.ts';
import { When } from '../../../ui/when.tsx';
import { pathOf } from '../../applications/application.ts';
import { Card } from './card.tsx';

/** The applications with access to the account. Shows nothing without any. */
export function Applications({ account: { applications } }: { account: FullAccount }) {
  const { applications: t } = useTexts().account;
  if (applications.length === 0) return null;
  return (
    <Card title={t.title}>
      <ul className="kc-things">
        {applications.map(({ client_id, name, scopes, created_at, last_used_at }) => (
          <li key={client_id}>
            <div>
              <b>
                <Link to={consolePath(pathOf(client_id))}>{name}</Link>
              </b>
              <small>
                <code>{scopes.join(' ')}</code>
                {' · '}
                {t.since} <When at={created_at} />
                {' · '}
                {last_used_at === null ? (
                  t.unused
                ) : (
                  <>
                    {t.used} <When at={last_used_at} />
                  </>
                )}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
