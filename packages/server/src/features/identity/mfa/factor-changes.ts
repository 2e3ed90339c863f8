import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EventData } from '../../audit/events/event-types.ts';
import { byCaller } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { UndoLinks } from '../undo/undo-links.ts';
import { mustEnrol, type SecondFactor } from '../../audit/serializers/factor-kinds.ts';
import { assertMailboxProven, onOwnAccount } from './own-account.ts';
import type { Proof } from '../sessions/proof.ts';
import { RECOVERY_CODES, type RecoveryCodes } from './recovery-codes.ts';

/** A second factor as events show it. */
export type EventFactor = EventData<'factor.added'>['factor'] & { type: SecondFactor };

/** Adds and removes second factors of any kind. A mail tells the owner about each change. */
export interface FactorChanges {
  /**
   * Adds a factor, under the account's lock. It counts as proven for the caller's session.
   * @param enrolment.add writes the factor, and may throw
   * @returns the recovery codes that come with the first factor; null with any other
   * @throws KeywardError `EmailProofRequiredError`, `SessionDestroyedError`, and the errors of `add`
   */
  add(
    caller: Caller,
    client: Client,
    enrolment: {
      amr: Proof['amr'];
      add: (tables: Transaction, account: AccountRow) => Promise<EventFactor>;
    },
  ): Promise<string[] | null>;
  /**
   * Removes a factor, under the account's lock. Removing the last factor also removes the recovery codes.
   * @param remove removes the factor; null if there is none
   * @throws KeywardError `FactorNotFoundError`; `SecondFactorEnrolmentRequiredError` for the last enabled factor, if
   * the policy requires one; `SessionDestroyedError`
   */
  remove(
    caller: Caller,
    client: Client,
    remove: (tables: Transaction) => Promise<EventFactor | null>,
  ): Promise<void>;
}

export function createFactorChanges(deps: {
  store: Pick<Store, 'transaction'>;
  recoveryCodes: Pick<RecoveryCodes, 'replace'>;
  notices: Pick<Notices, 'factorAdded' | 'factorRemoved'>;
  undoLinks: UndoLinks;
  settings: Settings;
  clock: Clock;
}): FactorChanges {
  const { recoveryCodes, notices, undoLinks, settings, clock } = deps;

  return {
    async add(caller, client, { amr, add }) {
      const now = clock.now();
      return onOwnAccount(deps, caller, async (tables, owner) => {
        assertMailboxProven(owner);
        const added = await add(tables, owner);
        await tables.factors.recount(owner.id);
        const isFirst = owner.second_factors === 0;
        const made = isFirst ? await recoveryCodes.replace(tables, owner.id) : null;
        await tables.sessions.reauthenticated(caller.row.id, { amr: [amr, 'mfa'], factor: true, now });
        const attribution = { by: byCaller(caller, client), at: now };
        await tables.events.add(
          [added, ...(isFirst ? [RECOVERY_CODES] : [])].map((one) =>
            newEvent('factor.added', { account: presentEventAccount(owner), factor: one }, attribution),
          ),
        );
        const undo = await undoLinks.keep(tables, owner, 'factor');
        await notices.factorAdded(tables, owner, added.type, client, undo);
        return made;
      });
    },

    async remove(caller, client, remove) {
      await onOwnAccount(deps, caller, async (tables, owner) => {
        const removed = await remove(tables);
        if (removed === null) throw new KeywardError('FactorNotFoundError');
        const left = await tables.factors.recount(owner.id);
        if (mustEnrol(owner.role, left, settings.current.factors))
          throw new KeywardError('SecondFactorEnrolmentRequiredError', {
            message:
              'The service asks for a second factor that is turned on; add another one before you remove the last one.',
          });
        const data = { account: presentEventAccount(owner), factor: removed };
        const attribution = { by: byCaller(caller, client), at: clock.now() };
        await tables.events.add([newEvent('factor.removed', data, attribution)]);
        await notices.factorRemoved(tables, owner, removed.type, client);
      });
    },
  };
}
