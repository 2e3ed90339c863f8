import type { SendCode } from '../codes/send-code.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { createEmailChanges } from './email-changes.ts';
import type { UndoLinks } from '../undo/undo-links.ts';
import type { UndoTokens } from '../undo/undo-token.ts';
import { createUndoChange, type PlanUndo } from './undo-change.ts';

/** Changes of emails that must be confirmed, and the links that undo changes. */
export function createEmailChangesFeature(
  { store, clock, report }: Core,
  parts: {
    settings: Settings;
    sendCode: SendCode;
    mailer: Mailer;
    notices: Notices;
    consume: Consume;
    frontends: Frontends;
    tokens: UndoTokens;
    undoLinks: UndoLinks;
    planUndo: () => Promise<PlanUndo>;
    events: Events;
    policy: Pick<SignUpPolicy, 'assertDomain'>;
  },
) {
  const deps = { ...parts, store, clock, report: (error: unknown) => report(error, 'email change') };
  return { emailChanges: createEmailChanges(deps), undoChange: createUndoChange(deps) };
}
