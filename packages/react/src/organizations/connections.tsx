import { type ReactNode, useCallback, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { dateOf } from '../lib/times.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { Question } from '../parts/question.tsx';
import { addressOf, type Connection, ConnectionFacts } from './connection-facts.tsx';
import { useShown } from './profile-context.ts';

type Asked = 'approve' | 'turnOn' | 'turnOff';

/** The connections of an organization: owners approve them, and invite whoever manages the provider. */
export function Connections(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.connections;
  const { api, id, may } = useShown();
  const loaded = useLoaded(useCallback(() => api.connections.list({ id }), [api, id]));
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ id: string; what: Asked } | null>(null);
  const about = loaded.data?.connections.find((one) => one.id === asking?.id);

  async function change({ id: connection_id, version }: Connection, to: object, sentence: string) {
    setNews(null);
    // Whoever saves it answers for what the page shows.
    const result = await act.run(connection_id, () =>
      api.connections.update({ id, connection_id, version, ...to }),
    );
    if (result?.error === null) {
      setAsking(null);
      setNews(sentence);
    }
    await loaded.reload();
  }
  const ask = (one: Connection, what: Asked) => {
    act.setProblem({ fields: {} });
    setAsking({ id: one.id, what });
    // Somebody may have changed it since the page was opened.
    void loaded.reload();
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
                      text={<ConnectionFacts connection={one} />}
                    >
                      {!one.signs_in_owners && addressOf(one) !== '' && may('org:owner') && (
                        <Button
                          kind="primary"
                          label={words.approveOne(one.name)}
                          onClick={() => ask(one, 'approve')}
                        >
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
                          onClick={() => ask(one, 'turnOn')}
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
        {about !== undefined && asking !== null && asking.what !== 'turnOff' && (
          <Dialog
            title={words[`${asking.what}Title`](about.name)}
            {...(may('org:owner') && {
              intro: about.kind === 'saml' ? words.approveSaml : words.approveText(addressOf(about)),
            })}
            onClose={() => setAsking(null)}
          >
            <div className="kw-boxed kw-hint">
              <ConnectionFacts connection={about} />
            </div>
            <Form
              act={act}
              onSubmit={() =>
                void (asking.what === 'approve'
                  ? change(about, {}, words.approved(about.name))
                  : change(about, { status: 'active' }, words.turnedOn(about.name)))
              }
            >
              <div className="kw-row kw-end">
                <Button kind="quiet" onClick={() => setAsking(null)}>
                  {texts.cancel}
                </Button>
                <Button kind="primary" busy={act.busy !== null}>
                  {words[asking.what]}
                </Button>
              </div>
            </Form>
          </Dialog>
        )}
        {about !== undefined && asking?.what === 'turnOff' && (
          <Question
            title={words.turnOffTitle(about.name)}
            text={words.turnOffText}
            button={words.turnOff}
            act={act}
            onYes={() => void change(about, { status: 'disabled' }, words.turnedOff(about.name))}
            onClose={() => setAsking(null)}
          />
        )}
      </Card>
      {may('org:owner') && <Portal />}
    </>
  );
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
