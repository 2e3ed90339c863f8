import type { Webhook } from '@keyward/client';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useTexts().webhooks.states;
  const { enabled, disabled_reason: reason, failing_since: failing } = webhook;
  if (!enabled)
    return <Badge tone={reason === null ? 'neutral' : 'bad'}>{reason === null ? t.paused : t[reason]}</Badge>;
  return failing === null ? <Badge tone="good">{t.active}</Badge> : <Badge tone="warn">{t.troubled}</Badge>;
}
