import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function CodesPage() {
  const texts = useTexts();
  return <Page title={texts.sections.codes}>{null}</Page>;
}
