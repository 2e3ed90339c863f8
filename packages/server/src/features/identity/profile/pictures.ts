import { randomBytes } from 'node:crypto';
import { invalidFields } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { checkPicture } from '../../../lib/picture.ts';
import type { AccountRow, PictureRow } from '../../../store/engine/schema.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import { assertMailboxProven } from '../mfa/own-account.ts';
import type { Profiles } from './profile.ts';

/** @throws KeywardError `EmailProofRequiredError`, or anybody could fill the disk; `ValidationError` */
export type SetPicture = (caller: Caller, content: string, client: Client) => Promise<AccountRow>;

/** @returns stores a picture, given as base64, in place of the caller's earlier one, and makes `avatar_url` lead to it */
export function createSetPicture(deps: {
  profiles: Profiles;
  clock: Clock;
  /** The address of the API. */
  apiUrl: () => string;
}): SetPicture {
  const { profiles, clock, apiUrl } = deps;
  return async (caller, given, client) => {
    const { account_id, account__email_verified: email_verified } = caller.row;
    assertMailboxProven({ email_verified });
    const bytes = Buffer.from(given, 'base64');
    const checked = checkPicture(bytes);
    if ('problem' in checked) throw invalidFields({ path: 'picture', message: checked.problem });
    const picture: PictureRow = {
      account_id,
      // Its address is public, and must not be guessed.
      uid: randomBytes(16).toString('base64url'),
      type: checked.type,
      content: bytes.toString('base64'),
      created_at: clock.now(),
    };
    return profiles.setPicture(caller, picture, `${apiUrl()}/picture/${picture.uid}`, client);
  };
}
