import { Button, Card, Initial, Item, Notice, Question, useAct, Whole } from '@keyward/react/parts';
import { type ReactNode, useState } from 'react';
import { type Connection, isKnown } from './api.ts';
import type { Guide } from './guide.ts';
import { GUIDES, guideOf, isOther, OTHERS } from './guides.ts';
import { usePortal, type usePortalData } from './portal-context.ts';

export interface ConnectionsProps {
  /** The name of the organization. */
  organization: string;
  loaded: ReturnType<typeof usePortalData<{ connections: Connection[] }>>;
  onOpen: (connection: Connection) => void;
}

const PROTOCOLS = { saml: 'SAML', oidc: 'OpenID Connect' } as const;

/** The connections of the organization, and the choice of another. */
export function Connections({ organization, loaded, onOpen }: ConnectionsProps): ReactNode {
  const { call, words } = usePortal();
  const texts = words.connections;
  const act = useAct();
  const [choosing, setChoosing] = useState(false);
  const [removing, setRemoving] = useState<Connection | null>(null);

  async function begin(guide: Guide) {
    const { kind } = guide;
    const begun = loaded.data?.connections.find((one) => !isKnown(one) && guideOf(one) === guide);
    if (begun !== undefined) return onOpen(begun);
    const fields = { name: isOther(guide) ? organization : guide.name, [kind]: {} };
    const result = await act.run(guide.id, () => call<Connection>('POST', '/connection', fields));
    await loaded.reload();
    if (result?.error === null) onOpen(result.data);
  }
  async function remove({ id }: Connection) {
    const result = await act.run(`remove ${id}`, () => call('DELETE', `/connection/${id}`));
    if (result?.error === null) setRemoving(null);
    await loaded.reload();
  }

  return (
    <Card title={texts.title} intro={texts.intro} {...(removing === null && { act })}>
      <Whole loaded={loaded}>
        {({ connections }) => (
          <>
            {connections.length > 0 && (
              <ul className="kw-list">
                {connections.map((one) => (
                  <li key={one.id}>
                    <Item title={one.name} text={stateOf(one)} icon={<Initial name={one.name} square />}>
                      <Button label={texts.openOne(one.name)} onClick={() => onOpen(one)}>
                        {texts.open}
                      </Button>
                      <Button
                        kind="quiet"
                        label={texts.removeOne(one.name)}
                        busy={act.busy === `remove ${one.id}`}
                        onClick={() => (isKnown(one) ? setRemoving(one) : void remove(one))}
                      >
                        {words.remove}
                      </Button>
                    </Item>
                  </li>
                ))}
              </ul>
            )}
            <Several active={connections.filter(({ status }) => status === 'active')} />
            {connections.length > 0 && !choosing ? (
              <div className="kw-row kw-end">
                <Button icon="plus" onClick={() => setChoosing(true)}>
                  {texts.another}
                </Button>
              </div>
            ) : (
              <div className="portal-choice">
                <p className="kw-strong">{texts.choose}</p>
                <div className="portal-providers">
                  {[...GUIDES, ...OTHERS].map((guide) => (
                    <Button
                      key={guide.id}
                      icon={<Initial name={guide.name} square />}
                      busy={act.busy === guide.id}
                      onClick={() => void begin(guide)}
                    >
                      {labelOf(guide)}
                    </Button>
                  ))}
                </div>
              </div>
            )}
          </>
        )}
      </Whole>
      {removing !== null && (
        <Question
          title={texts.removeTitle(removing.name)}
          text={texts.removeText}
          button={words.remove}
          act={act}
          onYes={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );

  function stateOf(one: Connection): string {
    const state = `${PROTOCOLS[one.kind]} · ${texts.states[one.status]}`;
    return one.signs_in_owners || !isKnown(one) ? state : `${state}. ${texts.withoutOwners}`;
  }

  function labelOf({ id, name, choice = name }: Guide): string {
    if (id === 'saml') return texts.otherSaml;
    return id === 'oidc' ? texts.otherOidc : choice;
  }
}

/** The service leads the people of a domain to the oldest one. */
function Several({ active: [first, second] }: { active: readonly Connection[] }): ReactNode {
  const { words } = usePortal();
  return (
    first !== undefined && second !== undefined && <Notice>{words.connections.several(first.name)}</Notice>
  );
}
