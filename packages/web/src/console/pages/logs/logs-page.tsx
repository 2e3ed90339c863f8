import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function LogsPage() {
  const texts = useTexts();
  return <Page title={texts.sections.logs}>{null}</Page>;
}
