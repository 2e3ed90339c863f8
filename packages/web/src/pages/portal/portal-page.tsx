import { Button, messageOf, Panel, Question, useAct, useKeyward } from '@keyward/react/parts';
import { type ReactNode, useMemo, useState } from 'react';
import type { Boot } from '../../../../server/src/http/web/boot.ts';
import { type Connection, type Portal, portalApi } from './api.ts';
import { Connections } from './connections.tsx';
import { Domains } from './domains.tsx';
import { type LoadTexts, PortalContext, usePortal, usePortalData } from './portal-context.ts';
import { Provisioning } from './provisioning.tsx';
import { Steps } from './steps.tsx';
import { portalTexts } from './texts.ts';

/** The tab keeps the token, so that the page can be reloaded. It is removed from the address. */
const KEPT = 'keyward portal';

/** The portal for the holder of a link, who needs no account. */
export function PortalPage({
  href,
  boot: { prefix, language, publicUrl },
  loadTexts,
}: {
  /** The address with its fragment, which is the token. */
  href: string;
  boot: Boot;
  loadTexts: LoadTexts;
}): ReactNode {
  const { hash } = new URL(href);
  const token = useMemo(() => {
    if (hash.length > 1) sessionStorage.setItem(KEPT, hash.slice(1));
    return sessionStorage.getItem(KEPT);
  }, [hash]);
  const value = useMemo(() => {
    const apiUrl = new URL(publicUrl).origin + prefix;
    return {
      call: portalApi(prefix, token ?? ''),
      words: portalTexts(),
      language,
      apiUrl,
      loadTexts,
    };
  }, [token, prefix, language, publicUrl, loadTexts]);
  const { words } = value;
  if (token === null) return <Ended title={words.missing} intro={words.missingText} />;
  return (
    <PortalContext.Provider value={value}>
      <Opened />
    </PortalContext.Provider>
  );
}

function Opened(): ReactNode {
  const { words, language } = usePortal();
  const { texts } = useKeyward();
  const portal = usePortalData<Portal>('');
  const [isDone, setDone] = useState(false);
  if (isDone) return <Panel title={words.doneTitle} intro={words.doneText} focused />;
  if (portal.data !== null)
    return <Sections portal={portal.data} language={language} onDone={() => setDone(true)} />;
  const { error } = portal;
  if (error === null) return <div className="kw-shape" aria-busy="true" />;
  if (error.kind === 'PortalInvalidError' || error.kind === 'TokenMissingError')
    return <Ended title={words.ended} intro={words.endedText} />;
  if (error.kind === 'OrganizationSuspendedError')
    return <Ended title={words.suspended} intro={words.suspendedText} />;
  return (
    <Panel title={texts.arrival.failed} intro={messageOf(error.code, texts)}>
      <Button onClick={() => void portal.reload()}>{texts.tryAgain}</Button>
    </Panel>
  );
}

/** For a link that opens nothing. */
function Ended({ title, intro }: { title: string; intro: string }): ReactNode {
  return (
    <div className="portal-end">
      <Panel title={title} intro={intro} focused />
    </div>
  );
}

function Sections({
  portal: { organization, sections, expires_at: end },
  language,
  onDone,
}: {
  portal: Portal;
  language: string;
  onDone: () => void;
}): ReactNode {
  const { call, words } = usePortal();
  const act = useAct();
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState<Connection | null>(null);
  const has = (section: string) => sections.includes(section);
  const until = new Date(end).toLocaleDateString(language, { dateStyle: 'long' });

  async function finish() {
    const result = await act.run('done', () => call('POST', '/done'));
    if (result?.error !== null) return;
    sessionStorage.removeItem(KEPT);
    onDone();
  }

  if (opened !== null)
    return <Steps connection={opened} onChange={setOpened} onBack={() => setOpened(null)} />;
  return (
    <Panel title={words.title(organization.name)} intro={words.intro(until)}>
      <div className="kw-account">
        {has('domains') && <Domains />}
        {(has('connections') || has('scim')) && (
          <WithConnections organization={organization.name} has={has} onOpen={setOpened} />
        )}
      </div>
      <div className="kw-row kw-end">
        <Button kind="primary" onClick={() => setAsking(true)}>
          {words.done}
        </Button>
      </div>
      {asking && (
        <Question
          title={words.doneQuestion}
          text={words.doneQuestionText}
          button={words.doneYes}
          act={act}
          onYes={() => void finish()}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function WithConnections({
  organization,
  has,
  onOpen,
}: {
  organization: string;
  has: (section: string) => boolean;
  onOpen: (connection: Connection) => void;
}): ReactNode {
  const loaded = usePortalData<{ connections: Connection[] }>('/connection');
  return (
    <>
      {has('connections') && <Connections organization={organization} loaded={loaded} onOpen={onOpen} />}
      {has('scim') && <Provisioning connections={loaded.data?.connections ?? []} />}
    </>
  );
}
