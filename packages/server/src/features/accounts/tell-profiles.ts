import type { Events } from '../events/events.ts';
import { tellRefusal } from '../events/refusals.ts';
import type { Caller } from '../sessions/sessions.ts';
import type { Profiles, Reauthentication } from './profile.ts';

/** The same changes, which tell that they were made, and which fields they changed. */
export function tellProfiles(profiles: Profiles, events: Events): Profiles {
  function factsOf({ row }: Caller, { client }: Reauthentication) {
    return { client, accountId: row.account_id, sessionId: row.id };
  }

  function refusal<T>(caller: Caller, proof: Reauthentication, work: Promise<T>): Promise<T> {
    return tellRefusal(events, work, {
      ...factsOf(caller, proof),
      metadata: { method: 'current_password' },
    });
  }

  return {
    async update(caller, changes, proof) {
      const account = await refusal(caller, proof, profiles.update(caller, changes, proof));
      const metadata = { fields: Object.keys(changes) };
      events.emit('account.profile_changed', { ...factsOf(caller, proof), metadata });
      return account;
    },
    async changePassword(caller, password, proof) {
      await refusal(caller, proof, profiles.changePassword(caller, password, proof));
      events.emit('account.password_changed', factsOf(caller, proof));
    },
  };
}
