import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { userAgentFacts } from '../../../lib/user-agent.ts';
import type { Store, Tables } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { PasskeyRow } from '../../../store/engine/schema.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Settings } from '../../settings/settings.ts';
import { providerOf } from './aaguids.ts';
import type { Challenges } from './challenges.ts';
import type { RegistrationCredential } from './credentials.ts';
import type { FactorChanges, EventFactor } from './factor-changes.ts';
import { isEnabled } from '../../audit/serializers/factor-kinds.ts';
import { assertMailboxProven, onOwnAccount } from './own-account.ts';
import {
  amrOf,
  CEREMONY_TIMEOUT_MS,
  type CredentialDescriptor,
  descriptorOf,
  newWebauthnChallenge,
} from './passkeys.ts';
import type { RelyingParty } from '../../settings/relying-party.ts';
import { ALGORITHMS, type NewCredential, verifyRegistration } from './webauthn.ts';

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3 §5.1.9). */
export interface CreationOptions {
  /** The bytes to be signed, as base64url. */
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  timeout: number;
  excludeCredentials: CredentialDescriptor[];
  authenticatorSelection: {
    residentKey: 'required';
    requireResidentKey: true;
    userVerification: 'preferred';
  };
  attestation: 'none';
}

/** An enrolment that has begun. */
export interface BegunEnrolment {
  challenge: string;
  options: CreationOptions;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** How people add, name and remove their passkeys. */
export interface PasskeyEnrolment {
  /**
   * Begins an enrolment, for this session alone.
   * @throws KeywardError `FactorDisabledError`, `EmailProofRequiredError`, `PasskeyLimitError`, `SessionDestroyedError`
   */
  begin(caller: Caller): Promise<BegunEnrolment>;
  /**
   * Adds the passkey. It counts as proven for the session. A mail tells the owner.
   * @param enrolment.name default: the name of its provider, or of the device whose browser adds it
   * @returns the recovery codes with the first factor; null with any other
   * @throws KeywardError `FactorDisabledError`, `ChallengeInvalidError`; `SecondFactorInvalidError` for an invalid
   * credential; `PasskeyAlreadyExistsError`, `PasskeyLimitError`, `SessionDestroyedError`
   */
  finish(
    caller: Caller,
    enrolment: { challenge: string; credential: RegistrationCredential; name?: string | undefined },
    client: Client,
  ): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | null }>;
  /** @throws KeywardError `FactorNotFoundError`, `SessionDestroyedError` */
  rename(caller: Caller, id: number, name: string): Promise<PasskeyRow>;
  /** @throws KeywardError as `FactorChanges.remove` */
  remove(caller: Caller, id: number, client: Client): Promise<void>;
}

const MAX_PASSKEYS = 20;
/** WebAuthn Level 3 §14.6.1: random, without personal data. */
const HANDLE_BYTES = 32;

export function createPasskeyEnrolment(deps: {
  store: Store;
  changes: FactorChanges;
  challenges: Challenges;
  relyingParty: RelyingParty;
  settings: Settings;
  clock: Clock;
}): PasskeyEnrolment {
  const { changes, challenges, relyingParty, settings, clock } = deps;

  const assertOn = () => {
    if (!isEnabled('passkey', settings.current.factors)) throw new KeywardError('FactorDisabledError');
  };

  /** The account's passkeys; the caller holds its lock. @throws KeywardError `PasskeyLimitError` */
  async function assertRoom({ passkeys }: Tables, accountId: number): Promise<PasskeyRow[]> {
    const enrolled = await passkeys.ofAccount(accountId);
    if (enrolled.length >= MAX_PASSKEYS) throw new KeywardError('PasskeyLimitError');
    return enrolled;
  }

  async function handleOf({ passkeys }: Tables, accountId: number): Promise<string> {
    const handle = await passkeys.handleOf(accountId);
    if (handle !== null) return handle;
    const made = randomBytes(HANDLE_BYTES).toString('base64url');
    await passkeys.giveHandle(accountId, made);
    return made;
  }

  return {
    async begin(caller) {
      assertOn();
      const challenge = newWebauthnChallenge();
      return onOwnAccount(deps, caller, async (tables, account) => {
        assertMailboxProven(account);
        const enrolled = await assertRoom(tables, account.id);
        const id = await handleOf(tables, account.id);
        const { token, expiresAt } = await challenges.open(tables, {
          purpose: 'passkey_enrolment',
          account_id: account.id,
          session_id: caller.row.id,
          webauthn_challenge: challenge,
        });
        const options: CreationOptions = {
          challenge,
          rp: { id: relyingParty.id(), name: relyingParty.name() },
          user: { id, name: account.email, displayName: account.name },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          timeout: CEREMONY_TIMEOUT_MS,
          excludeCredentials: enrolled.map(descriptorOf),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'preferred',
          },
          attestation: 'none',
        };
        return { challenge: token, options, expiresAt };
      });
    },

    async finish(caller, { challenge: token, credential, name }, client) {
      assertOn();
      const challenge = await challenges.find(token, 'passkey_enrolment');
      if (challenge.session_id !== caller.row.id) throw new KeywardError('ChallengeInvalidError');
      await challenges.attempt(challenge);
      const asked = { challenge: challenge.webauthn_challenge ?? '', relyingParty };
      const made = await verifyRegistration(credential, asked);
      if (made === null) throw new KeywardError('SecondFactorInvalidError');
      let passkey: PasskeyRow | undefined;
      const recoveryCodes = await changes.add(caller, client, {
        amr: amrOf(made),
        async add(tables, { id }) {
          await challenges.spend(tables, challenge);
          await assertRoom(tables, id);
          passkey = await tables.passkeys
            .insert({
              ...columnsOf(made),
              account_id: id,
              transports: JSON.stringify(credential.response.transports ?? []),
              name: name ?? providerOf(made.aaguid) ?? nameBy(credential, client),
              created_at: clock.now(),
              last_used_at: null,
            })
            .catch((error: unknown) => {
              throw error instanceof DuplicateError ? new KeywardError('PasskeyAlreadyExistsError') : error;
            });
          return eventFactor(passkey);
        },
      });
      if (passkey === undefined) throw new Error('a passkey was added, and there is none');
      return { passkey, recoveryCodes };
    },

    async rename(caller, id, name) {
      const renamed = await onOwnAccount(deps, caller, ({ passkeys }, owner) =>
        passkeys.rename(owner.id, id, name),
      );
      if (renamed === null) throw new KeywardError('FactorNotFoundError');
      return renamed;
    },

    remove: (caller, id, client) =>
      changes.remove(caller, client, async ({ passkeys }) => {
        const removed = await passkeys.delete(caller.row.account_id, id);
        return removed === null ? null : eventFactor(removed);
      }),
  };
}

function columnsOf(made: NewCredential) {
  return {
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    aaguid: made.aaguid,
    backup_eligible: made.backupEligible ? 1 : 0,
    backed_up: made.backedUp ? 1 : 0,
  };
}

/** For a passkey whose provider is not known. The device is known only if it made the passkey itself. */
function nameBy(
  { authenticatorAttachment: attachment }: RegistrationCredential,
  { userAgent }: Client,
): string {
  const { browser, system } = userAgentFacts(userAgent);
  const isKnown = attachment === 'platform' && browser !== null && system !== null;
  return isKnown ? `Passkey (${browser}, ${system})` : 'Passkey';
}

function eventFactor({ id, name }: PasskeyRow): EventFactor {
  return { type: 'passkey', id, name };
}
