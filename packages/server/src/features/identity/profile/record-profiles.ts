import type { Events } from '../../audit/events/events.ts';
import { presentEventAccountOf } from '../../audit/serializers/account.ts';
import { byCaller } from '../../audit/events/origin.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Profiles } from './profile.ts';
import type { Reauthenticate, Reauthentication } from './reauthenticate.ts';

/** Adds log events to changes of profiles, which name the changed fields. */
export function recordProfiles(profiles: Profiles, events: Events, failedAttempts: FailedAttempts): Profiles {
  const refusal = recorder(failedAttempts);

  return {
    async update(caller, changes, proof) {
      const account = await refusal(caller, proof, profiles.update(caller, changes, proof));
      const metadata = { fields: Object.keys(changes) };
      events.emit('account.profile_changed', { ...factsOf(caller, proof), metadata });
      return account;
    },
    async setPicture(caller, picture, url, client) {
      const account = await profiles.setPicture(caller, picture, url, client);
      const metadata = { fields: ['avatar_url'] };
      events.emit('account.profile_changed', { ...factsOf(caller, { client }), metadata });
      return account;
    },
    async changePassword(caller, password, proof) {
      const changed = await refusal(caller, proof, profiles.changePassword(caller, password, proof));
      events.emit('account.password_changed', factsOf(caller, proof));
      return changed;
    },
  };
}

/** Adds an event for each refusal of the check. */
export function recordReauthenticate(
  reauthenticate: Reauthenticate,
  failedAttempts: FailedAttempts,
): Reauthenticate {
  const refusal = recorder(failedAttempts);
  return (caller, act, proof) => refusal(caller, proof, reauthenticate(caller, act, proof));
}

function factsOf({ row }: Caller, { client }: Pick<Reauthentication, 'client'>) {
  return { client, accountId: row.account_id, sessionId: row.id };
}

function recorder(failedAttempts: FailedAttempts) {
  const method = 'current_password';
  return <T>(caller: Caller, proof: Reauthentication, work: Promise<T>): Promise<T> =>
    failedAttempts.record(
      work,
      {
        method,
        by: byCaller(caller, proof.client),
        account: () => presentEventAccountOf(caller.row),
        typed: '',
      },
      { ...factsOf(caller, proof), metadata: { method } },
    );
}
