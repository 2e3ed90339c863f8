import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function SettingsPage() {
  const texts = useTexts();
  return <Page title={texts.sections.settings}>{null}</Page>;
}
