import { lazy, Suspense, useState } from 'react';
import { arrival } from '../../lib/arrival.ts';
import { loaded } from '../../lib/loaded.ts';
import { mailboxOf } from '../../service/service.ts';
import { Brand } from '../../ui/brand.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ClearAll } from '../../ui/clear-all.tsx';
import { Notices } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { MailList } from './mail-list.tsx';
import { type Mailbox, type Mails, ownMailbox, useMails } from './mails.ts';
import './mailbox.css';

/** The mailbox within the console, with the superadmin's session. */
export function MailboxPage() {
  return <MailboxView mails={useMails(ownMailbox)} mailbox={ownMailbox} />;
}

/** The components that it needs are those of the sign-in. */
const NoKey = lazy(() => loaded(async () => ({ default: (await import('./no-key.tsx')).NoKey })));

const KEY = 'keyward mailbox key';

/** The key from the address, which the tab keeps. */
function presentKey(): string | null {
  const brought = new URLSearchParams(arrival.fragment).get('key');
  if (brought !== null) sessionStorage.setItem(KEY, brought);
  return sessionStorage.getItem(KEY);
}

/** The mailbox at its own address, for anybody with its key, without a sign-in. */
export function OpenMailboxPage() {
  const [mailbox] = useState(() => mailboxOf(presentKey()));
  const mails = useMails(mailbox);
  if (mails.error?.status === 401)
    return (
      <Suspense>
        <NoKey />
      </Suspense>
    );
  return (
    <main className="kc-main">
      <div className="kc-top kc-top-always">
        <Brand />
      </div>
      <MailboxView mails={mails} mailbox={mailbox} />
      <Notices />
    </main>
  );
}

function MailboxView({ mails, mailbox }: { mails: Mails; mailbox: Mailbox }) {
  const texts = useTexts();
  const t = texts.mailbox;
  return (
    <Page
      title={texts.pages.mailbox}
      intro={t.intro}
      actions={
        mails.list !== undefined && mails.list.length > 0 && <ClearAll texts={t} clear={mails.clear} />
      }
    >
      {mails.error?.status === 404 ? (
        <Empty title={t.off}>{t.offText}</Empty>
      ) : (
        <MailList mails={mails} mailbox={mailbox} />
      )}
    </Page>
  );
}
