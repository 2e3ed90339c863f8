import { deriveKey } from '../../../lib/derive-key.ts';
import type { Core } from '../../core.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { createTellFirstProof } from './first-proof.ts';
import { createUndoLinks } from './undo-links.ts';
import { createUndoTokens } from './undo-token.ts';

/** Links in mails that undo a change. */
export function createUndoFeature(
  { secrets, clock }: Core,
  { frontends, notices }: { frontends: Frontends; notices: Notices },
) {
  const tokens = createUndoTokens(deriveKey(secrets.masterKey, 'email undo'));
  const undoLinks = createUndoLinks({ tokens, frontends, clock });
  return { tokens, undoLinks, tellFirstProof: createTellFirstProof({ notices, undoLinks, clock }) };
}
