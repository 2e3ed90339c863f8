import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function AccountsPage() {
  const texts = useTexts();
  return <Page title={texts.sections.accounts}>{null}</Page>;
}
