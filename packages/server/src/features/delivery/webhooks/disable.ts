import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { WebhookRow } from '../../../store/engine/schema.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import type { Events } from '../../audit/events/events.ts';
import { greetedName } from '../mail/mail.ts';
import { forMailbox } from '../mail/unproven-mailbox.ts';
import type { Mailer } from '../mail/mailer.ts';
import { BY_SERVICE } from '../../audit/events/origin.ts';
import { shownUrl, webhookEvent } from './changes.ts';

/** After this time, a mail is useless. */
const WORTH_SENDING_MS = 24 * 3_600_000;

/**
 * Makes the function that disables a webhook and mails the active superadmins. If several processes call it at once,
 * only one of them disables the webhook.
 */
export function createDisable(deps: { store: Store; mailer: Mailer; events: Events; clock: Clock }) {
  const { store, mailer, events, clock } = deps;

  async function mailSuperadmins(
    tables: Transaction,
    webhook: WebhookRow,
    kind: 'webhook_gone' | 'webhook_failing',
  ) {
    const now = clock.now();
    for (const account of await tables.accounts.activeWith(SUPERADMIN)) {
      const mail = forMailbox(
        {
          kind,
          to: account.email,
          name: greetedName(account),
          languages: webhook.languages,
          webhook: `${shownUrl(webhook.url)} (${webhook.uid})`,
          at: now,
          expiresAt: now + WORTH_SENDING_MS,
        },
        account,
      );
      if (mail !== null) await mailer.keep(tables, mail);
    }
  }

  return async (webhookId: number, url: string, why: 'gone' | { failingBefore: number }): Promise<void> => {
    const reason = why === 'gone' ? 'gone' : 'failing';
    const disabled = await store.transaction(async (tables) => {
      const before = await tables.webhooks.lock('id', webhookId);
      if (before === null || before.enabled === 0) return null;
      // The webhook may have a new URL by now.
      if (before.url !== url) return null;
      // Another instance may have delivered successfully in the meantime.
      if (why !== 'gone' && (before.failing_since ?? Infinity) > why.failingBefore) return null;
      const after = await tables.webhooks.update(before.id, { enabled: 0, disabled_reason: reason });
      const attribution = { by: BY_SERVICE, at: clock.now() };
      await tables.events.add([webhookEvent('disabled', { before, after }, attribution)]);
      if (after !== null) await mailSuperadmins(tables, after, `webhook_${reason}`);
      return after;
    });
    if (disabled === null) return;
    events.emit('webhook.disabled', {
      metadata: { webhook_id: disabled.uid, url: shownUrl(disabled.url), reason },
    });
  };
}
