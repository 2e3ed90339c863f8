import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { consolePath } from '../../../lib/paths.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { When } from '../../../ui/when.tsx';
import { pathOf } from '../../applications/application.ts';
import { Card } from '../../../ui/card.tsx';
import type { AccountActs } from './use-account-acts.ts';

/** The applications with access to the account. Shows nothing if there are none. */
export function Applications(props: { account: FullAccount; acts: AccountActs }) {
  const { account, acts } = props;
  const { applications } = account;
  const { applications: t } = useTexts().account;
  const [ending, setEnding] = useState<FullAccount['applications'][number] | null>(null);
  if (applications.length === 0) return null;
  return (
    <Card title={t.title}>
      <ul className="kc-things">
        {applications.map((application) => {
          const { client_id, name, scopes, created_at, last_used_at } = application;
          return (
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
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t.disconnectOne(name)}
                onClick={() => setEnding(application)}
              >
                {t.disconnect}
              </Button>
            </li>
          );
        })}
      </ul>
      {ending !== null && (
        <Confirm
          title={t.disconnectOne(ending.name)}
          button={t.disconnect}
          onConfirm={() => acts.disconnect(ending)}
          onClose={() => setEnding(null)}
        >
          {t.disconnectText(account.email)}
        </Confirm>
      )}
    </Card>
  );
}
