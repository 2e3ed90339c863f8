import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { PasskeyRow } from '../../../store/engine/schema.ts';
import type { Settings } from '../../settings/settings.ts';
import type { AuthenticationCredential } from './credentials.ts';
import { unlockTotp } from './totp-lock.ts';
import { isEnabled } from '../../audit/serializers/factor-kinds.ts';
import type { Proof } from '../sessions/proof.ts';
import type { RelyingParty } from '../../settings/relying-party.ts';
import { verifyAssertion } from './webauthn.ts';

/** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3 §5.1.10). */
export interface RequestOptions {
  /** The bytes to be signed, as base64url. */
  challenge: string;
  rpId: string;
  allowCredentials: CredentialDescriptor[];
  timeout: number;
  userVerification: 'required' | 'preferred';
}

/** PublicKeyCredentialDescriptorJSON. */
export interface CredentialDescriptor {
  type: 'public-key';
  id: string;
  transports: string[];
}

/** A signature by a passkey. */
export interface Signed {
  /** The expected account; null if the passkey identifies it. */
  accountId: number | null;
  credential: AuthenticationCredential;
  /** The bytes that had to be signed, as base64url. */
  webauthnChallenge: string;
  /** Whether the authenticator must have verified its user, by a PIN or a fingerprint. */
  userVerification: boolean;
}

/** Passkeys (WebAuthn Level 3). */
export interface Passkeys {
  /**
   * The options for a signature by one of the account's passkeys. Without an account, the passkey identifies its
   * owner and is the only factor, so its user must be verified.
   * @throws KeywardError `FactorDisabledError`
   */
  options(accountId: number | null): Promise<RequestOptions>;
  /**
   * Null for a wrong signature, for a passkey of another account, and while the settings turn passkeys off.
   * @throws KeywardError `SecondFactorInvalidError` with the reason `passkey_copied`, when the counter of a valid
   * signature decreased, because somebody else may use a copy
   */
  prove(signed: Signed): Promise<(Proof & { accountId: number }) | null>;
}

/** WebAuthn Level 3 §15.1. */
export const CEREMONY_TIMEOUT_MS = 300_000;
/** Twice the length that the standard requires (§13.4.3). */
const CHALLENGE_BYTES = 32;

export function createPasskeys(deps: {
  store: Pick<Store, 'passkeys'>;
  relyingParty: RelyingParty;
  settings: Settings;
  clock: Clock;
}): Passkeys {
  const { store, relyingParty, settings, clock } = deps;

  const isOn = () => isEnabled('passkey', settings.current.factors);

  /** Whether the user handle belongs to the account. A sign-in requires one. */
  async function isOwner({ accountId, credential }: Signed, passkey: PasskeyRow): Promise<boolean> {
    if (accountId !== null && passkey.account_id !== accountId) return false;
    const handle = credential.response.userHandle ?? null;
    return handle === null
      ? accountId !== null
      : handle === (await store.passkeys.handleOf(passkey.account_id));
  }

  return {
    async options(accountId) {
      if (!isOn()) throw new KeywardError('FactorDisabledError');
      const passkeys = accountId === null ? [] : await store.passkeys.ofAccount(accountId);
      return {
        challenge: newWebauthnChallenge(),
        rpId: relyingParty.id(),
        allowCredentials: passkeys.map(descriptorOf),
        timeout: CEREMONY_TIMEOUT_MS,
        userVerification: accountId === null ? 'required' : 'preferred',
      };
    },

    async prove(signed) {
      if (!isOn()) return null;
      const { credential, webauthnChallenge: challenge, userVerification } = signed;
      const passkey = await store.passkeys.findByCredential(credential.id);
      if (passkey === null || !(await isOwner(signed, passkey))) return null;
      const known = {
        credentialId: passkey.credential_id,
        publicKey: passkey.public_key,
        backupEligible: passkey.backup_eligible === null ? null : passkey.backup_eligible === 1,
      };
      const expected = { challenge, relyingParty, credential: known, userVerification };
      const assertion = await verifyAssertion(credential, expected);
      if (assertion === null) return null;
      const { counter, backupEligible } = assertion;
      if (counter < passkey.counter || (counter === passkey.counter && counter > 0)) throw copied();
      return {
        method: 'passkey',
        amr: amrOf({ backupEligible }),
        accountId: passkey.account_id,
        async spend(tables, { account }) {
          await unlockTotp(tables, account);
          return tables.passkeys.use(passkey.id, assertion, clock.now());
        },
      };
    },
  };
}

export function newWebauthnChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

export function descriptorOf({ credential_id: id, transports }: PasskeyRow): CredentialDescriptor {
  const named: string[] = JSON.parse(transports);
  return { type: 'public-key', id, transports: named };
}

/** RFC 8176: a key that can be copied counts as a software key. */
export function amrOf({ backupEligible }: { backupEligible: boolean }): 'swk' | 'hwk' {
  return backupEligible ? 'swk' : 'hwk';
}

function copied(): KeywardError {
  return new KeywardError('SecondFactorInvalidError', {
    reason: 'passkey_copied',
    cause: 'the counter of the passkey decreased',
  });
}
