import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function EventsPage() {
  const texts = useTexts();
  return <Page title={texts.sections.events}>{null}</Page>;
}
