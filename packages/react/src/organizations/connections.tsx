import type { OrganizationsApi } from '@keyward/client/organizations';
import { type ReactNode, useCallback, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { dateOf } from '../lib/times.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { Question } from '../parts/question.tsx';
import { useShown } from './profile-context.ts';

type Listed = NonNullable<Awaited<ReturnType<OrganizationsApi['connections']['list']>>['data']>;
type Connection = Listed['connections'][number];

const KINDS = { oidc: 'OpenID Connect', saml: 'SAML' } as const;

/** The company sign-ins of an organization: owners approve them, and invite whoever manages the provider. */
export function Connections(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.connections;
  const { api, id, may } = useShown();
  const loaded = useLoaded(useCallback(() => api.connections.list({ id }), [api, id]));
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ about: Connection; what: 'approve' | 'turnOff' } | null>(null);

  async function change({ id: connection_id }: Connection, to: object, sentence: string) {
    setNews(null);
    const result = await act.run(connection_id, () => api.connections.update({ id, connection_id, ...to }));
    if (result?.error === null) {
      setAsking(null);
      setNews(sentence);
    }
    await loaded.reload();
  }
  const ask = (about: Connection, what: 'approve' | 'turnOff') => {
    act.setProblem({ fields: {} });
    setAsking({ about, what });
  };

  return (
    <>
      <Card
        title={texts.organizations.parts.connections}
        intro={words.intro}
        news={news}
        {...(asking === null && { act })}
      >
        <Whole loaded={loaded}>
          {({ connections }) =>
            connections.length === 0 ? (
              <p className="kw-hint">{words.none}</p>
            ) : (
              <ul className="kw-list">
                {connections.map((one) => (
                  <li key={one.id}>
                    <Item
                      title={
                        <>
                          {one.name} <span className="kw-badge">{words.states[one.status]}</span>
                        </>
                      }
                      text={<Rights connection={one} />}
                    >
                      {!one.signs_in_owners && addressOf(one) !== '' && may('org:owner') && (
                        <Button label={words.approveOne(one.name)} onClick={() => ask(one, 'approve')}>
                          {words.approve}
                        </Button>
                      )}
                      {one.status === 'active' && (
                        <Button
                          kind="quiet"
                          label={words.turnOffOne(one.name)}
                          onClick={() => ask(one, 'turnOff')}
                        >
                          {words.turnOff}
                        </Button>
                      )}
                      {one.status === 'disabled' && (
                        <Button
                          kind="quiet"
                          label={words.turnOnOne(one.name)}
                          busy={act.busy === one.id}
                          onClick={() => void change(one, { status: 'active' }, words.turnedOn(one.name))}
                        >
                          {words.turnOn}
                        </Button>
                      )}
                    </Item>
                  </li>
                ))}
              </ul>
            )
          }
        </Whole>
        {asking?.what === 'approve' && (
          <Dialog
            title={words.approveTitle(asking.about.name)}
            intro={words.approveText(addressOf(asking.about))}
            onClose={() => setAsking(null)}
          >
            <Form act={act} onSubmit={() => void change(asking.about, {}, words.approved(asking.about.name))}>
              <div className="kw-row kw-end">
                <Button kind="quiet" onClick={() => setAsking(null)}>
                  {texts.cancel}
                </Button>
                <Button kind="primary" busy={act.busy !== null}>
                  {words.approve}
                </Button>
              </div>
            </Form>
          </Dialog>
        )}
        {asking?.what === 'turnOff' && (
          <Question
            title={words.turnOffTitle(asking.about.name)}
            text={words.turnOffText}
            button={words.turnOff}
            act={act}
            onYes={() =>
              void change(asking.about, { status: 'disabled' }, words.turnedOff(asking.about.name))
            }
            onClose={() => setAsking(null)}
          />
        )}
      </Card>
      {may('org:owner') && <Portal />}
    </>
  );
}

/** Who provides it: its issuer, or its entity. Empty: a draft does not know it yet. */
function addressOf({ oidc, saml }: Connection): string {
  return oidc?.issuer ?? saml?.idp_entity_id ?? '';
}

/** What a connection decides, which an owner must know before approving it. */
function Rights({ connection }: { connection: Connection }): ReactNode {
  const { texts } = useKeyward();
  const { connections: words, organizations } = texts;
  const { kind, signs_in_owners: owners, trust_factors: factors, mapping } = connection;
  const lines = [
    [KINDS[kind], addressOf(connection)].filter((part) => part !== '').join(' · '),
    owners ? words.withOwners : words.withoutOwners,
    ...(factors ? [words.factors] : []),
    ...Object.entries(mapping).map(([group, roles]) =>
      words.group(group, roles.map(organizations.roleName).join(', ')),
    ),
  ];
  return lines.flatMap((line, at) => (at === 0 ? [line] : [<br key={line} />, line]));
}

/** Makes a link for whoever manages the provider. It is shown once. */
function Portal(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.connections;
  const { api, id } = useShown();
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null);

  async function make() {
    setNews(null);
    const sections = ['domains' as const, 'connections' as const, 'scim' as const];
    const result = await act.run('make', () => api.portals.create({ id, sections }));
    if (result?.error === null) setLink(result.data);
  }
  async function end() {
    setNews(null);
    const result = await act.run('end', () => api.portals.endAll({ id }));
    if (result?.error !== null) return;
    setLink(null);
    setNews(words.linksEnded);
  }

  return (
    <Card title={words.invite} intro={words.inviteIntro} act={act} news={news}>
      {link !== null && (
        <div className="kw-boxed kw-record" role="status">
          <p className="kw-hint">{words.once(dateOf(link.expires_at, texts.locale))}</p>
          <code>{link.url}</code>
          <CopyButton text={link.url}>{words.copy}</CopyButton>
        </div>
      )}
      <div className="kw-row kw-end">
        <Button kind="quiet" busy={act.busy === 'end'} onClick={() => void end()}>
          {words.endLinks}
        </Button>
        <Button busy={act.busy === 'make'} onClick={() => void make()}>
          {words.make}
        </Button>
      </div>
    </Card>
  );
}
