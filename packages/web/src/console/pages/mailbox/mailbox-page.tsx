import { useState } from 'react';
import { arrival } from '../../lib/arrival.ts';
import { mailboxOf } from '../../service/service.ts';
import { Brand } from '../../shell/navigation.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ClearAll } from '../../ui/clear-all.tsx';
import { Notices } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { MailList } from './mail-list.tsx';
import { ownMailbox, useMails } from './mails.ts';
import './mailbox.css';

/** The mailbox within the console, with the superadmin's session. */
export function MailboxPage() {
  return <MailboxView mailbox={ownMailbox} />;
}

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
  return (
    <main className="kc-main">
      <div className="kc-top kc-top-always">
        <Brand />
      </div>
      <MailboxView mailbox={mailbox} />
      <Notices />
    </main>
  );
}

function MailboxView({ mailbox }: { mailbox: typeof ownMailbox }) {
  const texts = useTexts();
  const t = texts.mailbox;
  const mails = useMails(mailbox);
  const status = mails.error?.status;
  return (
    <Page
      title={texts.pages.mailbox}
      intro={t.intro}
      actions={
        mails.list !== undefined && mails.list.length > 0 && <ClearAll texts={t} clear={mails.clear} />
      }
    >
      {status === 404 ? (
        <Empty title={t.off}>{t.offText}</Empty>
      ) : status === 401 ? (
        <Empty title={t.noKey}>{t.noKeyText}</Empty>
      ) : (
        <MailList mails={mails} mailbox={mailbox} />
      )}
    </Page>
  );
}
