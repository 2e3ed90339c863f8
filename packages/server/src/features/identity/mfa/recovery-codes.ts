import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import { byCaller, byOwner } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { UndoLinks } from '../undo/undo-links.ts';
import { assertMailboxProven, onOwnAccount } from './own-account.ts';
import type { Proof } from '../sessions/proof.ts';
import type { StoredSecrets } from './stored-secrets.ts';
import { unlockTotp } from './totp-lock.ts';

/** Codes for an account whose other factors are lost. */
export interface RecoveryCodes {
  /** Null for a wrong or used code. Case, dashes and spaces do not matter. */
  prove(accountId: number, code: string): Promise<Proof | null>;
  /** Replaces the codes of an account, in an open transaction that holds its lock. @returns the new ones */
  replace(tables: Transaction, accountId: number): Promise<string[]>;
  /**
   * Replaces the caller's codes. A mail tells the owner.
   * @throws KeywardError `FactorNotFoundError` for an account without a factor, `EmailProofRequiredError`,
   * `SessionDestroyedError`
   */
  renew(caller: Caller, client: Client): Promise<string[]>;
}

const CODES = 10;
/** 16 letters of 5 bits: 80 bits, too many to guess from the hashes, even with the key. */
const LETTERS = 16;
/** Crockford's base32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The form of codes of other services, without spaces and dashes. */
const FOREIGN = /^[A-Za-z0-9]{8,64}$/;
const CANONICAL = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** The name of recovery codes in events. */
export const RECOVERY_CODES = { type: 'recovery_codes', id: null, name: null } as const;

export function createRecoveryCodes(deps: {
  store: Store;
  secrets: StoredSecrets;
  notices: Pick<Notices, 'recoveryCodesMade' | 'recoveryCodeUsed'>;
  undoLinks: UndoLinks;
  clock: Clock;
}): RecoveryCodes {
  const { store, secrets, notices, undoLinks, clock } = deps;

  async function replace(tables: Transaction, accountId: number): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await tables.recoveryCodes.replace(
      accountId,
      codes.map((code) => secrets.hashRecoveryCode(accountId, code)),
      clock.now(),
    );
    return codes.map(grouped);
  }

  return {
    replace,

    async prove(accountId, code) {
      const hashes = canonicalCodes(code).map((canonical) => secrets.hashRecoveryCode(accountId, canonical));
      const hash = await store.recoveryCodes.among(accountId, hashes);
      if (hash === null) return null;
      return {
        method: 'recovery_code',
        amr: 'otp',
        async spend(tables, { account, client }) {
          if (!(await tables.recoveryCodes.spend(accountId, hash))) return false;
          await unlockTotp(tables, account);
          const left = await tables.recoveryCodes.count(accountId);
          const attribution = { by: byOwner(account, client), at: clock.now() };
          await tables.events.add([
            newEvent('recovery_code.used', { account: presentEventAccount(account), left }, attribution),
          ]);
          await notices.recoveryCodeUsed(tables, account, left, client);
          return true;
        },
      };
    },

    async renew(caller, client) {
      return onOwnAccount(deps, caller, async (tables, owner) => {
        if (owner.second_factors === 0) throw new KeywardError('FactorNotFoundError');
        assertMailboxProven(owner);
        const made = await replace(tables, owner.id);
        const data = { account: presentEventAccount(owner), factor: RECOVERY_CODES };
        const attribution = { by: byCaller(caller, client), at: clock.now() };
        await tables.events.add([newEvent('factor.added', data, attribution)]);
        const undo = await undoLinks.keep(tables, owner, 'factor');
        await notices.recoveryCodesMade(tables, owner, client, undo);
        return made;
      });
    },
  };
}

function newCode(): string {
  return Array.from(randomBytes(LETTERS), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** `XXXX-XXXX-XXXX-XXXX`. */
function grouped(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

/**
 * The forms in which a code may have been hashed, the most likely one first. In Keyward's own codes, letters that look
 * like digits count as those digits. Codes of other services keep their case.
 */
export function canonicalCodes(code: string): string[] {
  const plain = code.replaceAll(/[\s-]/g, '');
  const own = plain.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return [...(CANONICAL.test(own) ? [own] : []), ...(FOREIGN.test(plain) ? [`foreign ${plain}`] : [])];
}
