import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function InvitationsPage() {
  const texts = useTexts();
  return <Page title={texts.sections.invitations}>{null}</Page>;
}
