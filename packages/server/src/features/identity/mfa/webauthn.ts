import { loadOnce } from '../../../lib/load-once.ts';
import { isJwkWithinRsaLimits } from '../../../lib/rsa-limits.ts';
import type { AuthenticationCredential, RegistrationCredential } from './credentials.ts';
import type { RelyingParty } from '../../settings/relying-party.ts';

/** A passkey that an authenticator has made. Bytes are base64url. */
export interface NewCredential {
  credentialId: string;
  /** A COSE key (RFC 9052 §7). */
  publicKey: string;
  counter: number;
  /** The model of the authenticator; zeros if it is not given. */
  aaguid: string;
  /** Whether copies of it may exist. */
  backupEligible: boolean;
  backedUp: boolean;
}

/** A passkey as it was enrolled. */
export interface KnownCredential {
  credentialId: string;
  publicKey: string;
  /** Null for one that was enrolled in another service, until it is used. */
  backupEligible: boolean | null;
}

/** A valid signature. Its counter must still be compared with the last one. */
export interface Assertion {
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
}

/** COSE algorithms: ES256, EdDSA, RS256. Every passkey provider supports ES256 or RS256. */
export const ALGORITHMS = [-7, -8, -257];

/**
 * The library takes 26 MiB and a quarter of a second, mostly for certificates, which are not used here. It is loaded at
 * the first use.
 */
const library = loadOnce(async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
}));

type Library = Awaited<ReturnType<typeof library>>;

/**
 * Verifies what an authenticator made (WebAuthn Level 3 §7.1).
 * @param challenge the bytes that had to be signed, as base64url
 * @returns null for any invalid input: a stranger controls every byte of it
 */
export async function verifyRegistration(
  { id, rawId, type, response }: RegistrationCredential,
  { challenge, relyingParty }: { challenge: string; relyingParty: RelyingParty },
): Promise<NewCredential | null> {
  const webauthn = await library();
  try {
    const { registrationInfo } = await webauthn.verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: withoutStatement(webauthn, response.attestationObject),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: originsOf(response.clientDataJSON, relyingParty).expectedOrigin,
      expectedRPID: relyingParty.id(),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    // The library does not compare the browser's data with the authenticator's.
    if (registrationInfo === undefined || registrationInfo.credential.id !== id) return null;
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    if (!isQuick(webauthn, credential.publicKey)) return null;
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      aaguid,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/**
 * Verifies a signature (WebAuthn Level 3 §7.2), apart from its counter.
 * @param challenge the bytes that had to be signed, as base64url
 * @returns null for any invalid input
 */
export async function verifyAssertion(
  { id, rawId, type, response }: AuthenticationCredential,
  expected: {
    challenge: string;
    relyingParty: RelyingParty;
    credential: KnownCredential;
    userVerification: boolean;
  },
): Promise<Assertion | null> {
  const webauthn = await library();
  const { challenge, relyingParty, credential, userVerification } = expected;
  try {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await webauthn.verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      ...originsOf(clientDataJSON, relyingParty),
      expectedRPID: relyingParty.id(),
      requireUserVerification: userVerification,
      credential: {
        id: credential.credentialId,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        // The transaction that stores the new counter compares it.
        counter: -1,
      },
    });
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    const backupEligible = credentialDeviceType === 'multiDevice';
    const sameKind = credential.backupEligible === null || credential.backupEligible === backupEligible;
    if (!verified || credential.credentialId !== id || !sameKind) return null;
    return { counter: newCounter, backupEligible, backedUp: credentialBackedUp };
  } catch {
    return null;
  }
}

/**
 * The origins in the browser's data. A stranger can cover a page in a cross-origin frame, so the frame must belong to
 * the service too (§13.4.9).
 * @throws Error for a foreign origin
 */
function originsOf(
  clientDataJSON: string,
  relyingParty: RelyingParty,
): { expectedOrigin: string; expectedTopOrigin?: string } {
  const { origin, crossOrigin, topOrigin }: Record<string, unknown> = Object(
    JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()),
  );
  if (typeof origin !== 'string' || !relyingParty.accepts(origin)) throw new Error('a foreign origin');
  if (topOrigin === undefined && (crossOrigin === undefined || crossOrigin === false))
    return { expectedOrigin: origin };
  if (crossOrigin === true && typeof topOrigin === 'string' && relyingParty.mayFrame(topOrigin))
    return { expectedOrigin: origin, expectedTopOrigin: topOrigin };
  throw new Error('a page in a foreign frame');
}

/**
 * Removes the attestation certificate of the authenticator. Attestation is not requested, and parsing it would mean
 * parsing input of a stranger.
 */
function withoutStatement(webauthn: Library, attestationObject: string): string {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = webauthn;
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const stripped = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(stripped));
}

/** Whether a COSE key is within the limits of RSA keys. */
function isQuick(
  { cose, decodeCredentialPublicKey, isoBase64URL }: Library,
  key: Uint8Array<ArrayBuffer>,
): boolean {
  const decoded = decodeCredentialPublicKey(key);
  if (!cose.isCOSEPublicKeyRSA(decoded)) return true;
  const [n, e] = [decoded.get(cose.COSEKEYS.n), decoded.get(cose.COSEKEYS.e)];
  if (n === undefined || e === undefined) return false;
  return isJwkWithinRsaLimits({ kty: 'RSA', n: isoBase64URL.fromBuffer(n), e: isoBase64URL.fromBuffer(e) });
}
