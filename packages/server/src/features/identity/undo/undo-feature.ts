import { deriveKey } from '../../../lib/derive-key.ts';
import type { Core } from '../../core.ts';
import type { Frontends } from '../../settings/frontends.ts';
import { createUndoLinks } from './undo-links.ts';
import { createUndoTokens } from './undo-token.ts';

/** Links in mails that undo a change. */
export function createUndoFeature({ secrets, clock }: Core, { frontends }: { frontends: Frontends }) {
  const tokens = createUndoTokens(deriveKey(secrets.masterKey, 'email undo'));
  return { tokens, undoLinks: createUndoLinks({ tokens, frontends, clock }) };
}
