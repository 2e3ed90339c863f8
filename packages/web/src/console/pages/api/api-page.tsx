import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function ApiPage() {
  const texts = useTexts();
  return <Page title={texts.sections.api}>{null}</Page>;
}
