import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function OverviewPage() {
  const texts = useTexts();
  return <Page title={texts.sections.overview}>{null}</Page>;
}
