import { deriveKey } from '../../lib/derive-key.ts';
import type { SendCode } from '../codes/send-code.ts';
import type { Core } from '../core.ts';
import type { Events } from '../events/events.ts';
import type { Frontends } from '../frontends/frontends.ts';
import type { Consume } from '../limits/quota.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Notices } from '../mail/notices.ts';
import type { Settings } from '../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { createEmailChanges } from './email-changes.ts';
import { createUndoTokens } from './undo-token.ts';

/** Changes of emails that are confirmed, and that can be undone. */
export function createEmailChangesFeature(
  { store, secrets, clock, report }: Core,
  parts: {
    settings: Settings;
    sendCode: SendCode;
    mailer: Mailer;
    notices: Notices;
    consume: Consume;
    frontends: Frontends;
    events: Events;
    policy: Pick<SignUpPolicy, 'assertDomain'>;
  },
) {
  const tokens = createUndoTokens(deriveKey(secrets.masterKey, 'email undo'));
  return createEmailChanges({
    ...parts,
    store,
    tokens,
    clock,
    report: (error) => report(error, 'email change'),
  });
}
