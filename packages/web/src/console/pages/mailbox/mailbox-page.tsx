import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function MailboxPage() {
  const texts = useTexts();
  return <Page title={texts.sections.mailbox}>{null}</Page>;
}

/** The mailbox by its own address, for whoever has its key. */
export function OpenMailboxPage() {
  return <MailboxPage />;
}
