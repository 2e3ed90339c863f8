import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function ApiKeysPage() {
  const texts = useTexts();
  return <Page title={texts.sections.apiKeys}>{null}</Page>;
}
