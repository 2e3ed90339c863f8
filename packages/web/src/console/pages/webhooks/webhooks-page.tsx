import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function WebhooksPage() {
  const texts = useTexts();
  return <Page title={texts.sections.webhooks}>{null}</Page>;
}
