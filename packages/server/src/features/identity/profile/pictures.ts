import { randomBytes } from 'node:crypto';
import { invalidFields } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { checkPicture } from '../../../lib/picture.ts';
import type { AccountRow, PictureRow } from '../../../store/engine/schema.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Profiles } from './profile.ts';

/** Each writes up to 134 kB. */
const UPLOADS: Limit = { limit: 20, windowMs: 3_600_000 };

export type SetPicture = (caller: Caller, content: string, client: Client) => Promise<AccountRow>;

/** @returns stores a picture, given as base64, in place of the caller's earlier one, and makes `avatar_url` lead to it */
export function createSetPicture(deps: {
  profiles: Profiles;
  consume: Consume;
  clock: Clock;
  /** The address of the API. */
  apiUrl: () => string;
}): SetPicture {
  const { profiles, consume, clock, apiUrl } = deps;
  return async (caller, given, client) => {
    const bytes = Buffer.from(given, 'base64');
    const checked = checkPicture(bytes);
    if ('problem' in checked) throw invalidFields({ path: 'picture', message: checked.problem });
    const account_id = caller.row.account_id;
    await consume([counter({ kind: 'pictures', subject: account_id }, UPLOADS)]);
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
