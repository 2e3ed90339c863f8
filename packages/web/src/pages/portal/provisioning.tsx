import { Button, Card, Item, Notice, Question, useAct, Whole } from '@keyward/react/parts';
import { type ReactNode, useState } from 'react';
import type { Connection, ScimToken } from './api.ts';
import type { Guide } from './guide.ts';
import { guideOf } from './guides.ts';
import { usePortal, usePortalData } from './portal-context.ts';
import { Values, WayText } from './values.tsx';

/** The tokens by which the providers of the connections provision accounts. */
export function Provisioning({ connections }: { connections: readonly Connection[] }): ReactNode {
  const { words } = usePortal();
  const texts = words.scim;
  // One product can be connected twice.
  const without = new Set(connections.filter((one) => guideOf(one).scim === null).map(({ name }) => name));
  return (
    <Card title={texts.title} intro={texts.intro}>
      {connections.length === 0 && <p className="kw-hint">{texts.first}</p>}
      {connections.map((connection) => {
        const { scim } = guideOf(connection);
        return scim && <Tokens key={connection.id} connection={connection} scim={scim} />;
      })}
      {[...without].map((name) => (
        <p key={name} className="kw-hint">
          {texts.unsupported(name)}
        </p>
      ))}
    </Card>
  );
}

interface TokensProps {
  connection: Connection;
  scim: NonNullable<Guide['scim']>;
}

function Tokens({ connection, scim }: TokensProps): ReactNode {
  const { call, words, apiUrl, language } = usePortal();
  const texts = words.scim;
  const path = `/connection/${connection.id}/scim_token`;
  const loaded = usePortalData<{ scim_tokens: ScimToken[] }>(path);
  const act = useAct();
  const [fresh, setFresh] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ScimToken | null>(null);
  const dateOf = ({ created_at }: ScimToken) =>
    new Date(created_at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });

  async function create() {
    const result = await act.run('create', () => call<ScimToken>('POST', path));
    if (result?.error === null) setFresh(result.data.token ?? null);
    await loaded.reload();
  }
  async function revoke({ id }: ScimToken) {
    const result = await act.run('revoke', () => call('DELETE', `${path}/${id}`));
    if (result?.error === null) setRevoking(null);
    await loaded.reload();
  }

  return (
    <div className="kw-body">
      <Item title={connection.name}>
        <Button
          label={texts.createFor(connection.name)}
          busy={act.busy === 'create'}
          onClick={() => void create()}
        >
          {texts.create}
        </Button>
      </Item>
      {act.problem.message !== undefined && revoking === null && (
        <Notice kind="problem">{act.problem.message}</Notice>
      )}
      {fresh !== null && (
        <div className="kw-boxed kw-record">
          <p className="kw-strong">{texts.once}</p>
          {scim.way.length > 0 && (
            <p>
              {texts.way} <WayText way={scim.way} />
            </p>
          )}
          <Values fields={scim.fields} given={{ base: `${apiUrl}/scim/v2/${connection.id}`, token: fresh }} />
          {scim.after.length > 0 && (
            <p>
              {texts.after} <WayText way={scim.after} />
            </p>
          )}
        </div>
      )}
      <Whole loaded={loaded}>
        {({ scim_tokens: tokens }) => (
          <ul className="kw-list">
            {tokens.map((token) => (
              <li key={token.id}>
                <Item title={texts.since(dateOf(token))}>
                  <Button
                    kind="quiet"
                    label={texts.revokeOne(dateOf(token))}
                    onClick={() => setRevoking(token)}
                  >
                    {texts.revoke}
                  </Button>
                </Item>
              </li>
            ))}
          </ul>
        )}
      </Whole>
      {revoking !== null && (
        <Question
          title={texts.revokeTitle}
          text={texts.revokeText}
          button={texts.revoke}
          act={act}
          onYes={() => void revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </div>
  );
}
