import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { encodeCBOR } from '@levischuck/tiny-cbor';

/** The options for making a passkey. */
export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

/** The options for a signature. */
export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

/** A lie of the browser or of the authenticator. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  backupEligible?: boolean;
  backedUp?: boolean;
  counter?: number;
  /** Null leaves it out. */
  userHandle?: string | null;
}

export interface AuthenticatorOptions {
  algorithm?: 'ES256' | 'EdDSA' | 'RS256';
  /** Of keys for RS256. */
  publicExponent?: number;
  /** Whether it counts its signatures. Passkeys that are synchronised do not. */
  counts?: boolean;
  backupEligible?: boolean;
  userVerified?: boolean;
  aaguid?: string;
  credentialIdLength?: number;
}

interface Resident {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

/** RegistrationResponseJSON. */
export interface Registration {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  authenticatorAttachment: string;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}

/** AuthenticationResponseJSON. */
export interface Assertion {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  authenticatorAttachment: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const BS = 0x10;
const AT = 0x40;

/** A software authenticator with its browser. It keeps its passkeys, and can lie on request. */
export class Authenticator {
  readonly passkeys: Resident[] = [];
  readonly #options: Required<AuthenticatorOptions>;

  constructor(options: AuthenticatorOptions = {}) {
    this.#options = {
      algorithm: 'ES256',
      publicExponent: 65_537,
      counts: false,
      backupEligible: true,
      userVerified: true,
      aaguid: '00000000-0000-0000-0000-000000000000',
      credentialIdLength: 32,
      ...options,
    };
  }

  /** `navigator.credentials.create`. */
  create(options: CreationOptions, origin: string, lies: Lies = {}): Registration {
    const { aaguid, credentialIdLength, counts } = this.#options;
    if (options.excludeCredentials.some(({ id }) => this.passkeys.some((one) => one.id === id)))
      throw new Error('InvalidStateError: it has a passkey of this account');
    const { privateKey, publicKey } = this.#newKeyPair();
    const id = randomBytes(credentialIdLength);
    const passkey: Resident = {
      id: id.toString('base64url'),
      rpId: options.rp.id,
      userHandle: options.user.id,
      privateKey,
      counter: counts ? 1 : 0,
    };
    this.passkeys.push(passkey);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#head(passkey, AT, lies),
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      length,
      id,
      coseKey(publicKey),
    ]);
    const attestationObject = encodeCBOR(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...envelope(passkey.id),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin, lies).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** `navigator.credentials.get`, with the newest passkey that fits. */
  get(options: RequestOptions, origin: string, lies: Lies = {}): Assertion {
    const named = options.allowCredentials.map(({ id }) => id);
    const passkey = this.passkeys.findLast(
      ({ id, rpId }) => rpId === options.rpId && (named.length === 0 || named.includes(id)),
    );
    if (passkey === undefined) throw new Error('NotAllowedError: it has no such passkey');
    if (this.#options.counts) passkey.counter += 1;
    const authenticatorData = this.#head(passkey, 0, lies);
    const clientDataJSON = clientData('webauthn.get', options.challenge, origin, lies);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const hash = passkey.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const { userHandle = passkey.userHandle } = lies;
    return {
      ...envelope(passkey.id),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(hash, signed, passkey.privateKey).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  #newKeyPair(): { privateKey: KeyObject; publicKey: KeyObject } {
    const { algorithm, publicExponent } = this.#options;
    if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent });
    return generateKeyPairSync('ed25519');
  }

  /** The part of the authenticator data that is always there. */
  #head(passkey: Resident, flags: number, lies: Lies): Buffer {
    const { backupEligible, userVerified } = this.#options;
    const { backupEligible: eligible = backupEligible, counter = passkey.counter } = lies;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(
      flags |
        ((lies.userPresent ?? true) ? UP : 0) |
        ((lies.userVerified ?? userVerified) ? UV : 0) |
        (eligible ? BE : 0) |
        ((lies.backedUp ?? eligible) ? BS : 0),
    );
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? passkey.rpId), rest]);
  }
}

function envelope(id: string) {
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  };
}

function clientData(type: string, challenge: string, origin: string, lies: Lies): Buffer {
  const { type: otherType = type, challenge: other = challenge, origin: otherOrigin = origin } = lies;
  const { crossOrigin = false, topOrigin } = lies;
  return Buffer.from(
    JSON.stringify({ type: otherType, challenge: other, origin: otherOrigin, crossOrigin, topOrigin }),
  );
}

/** RFC 9053 §7. */
export function coseKey(publicKey: KeyObject): Uint8Array {
  const {
    kty,
    x = '',
    y = '',
    n = '',
    e = '',
  } = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
    format: 'jwk',
  });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const members: Record<string, [label: number, value: number | Uint8Array][]> = {
    EC: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    OKP: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RSA: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  };
  return encodeCBOR(new Map(members[kty ?? '']));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
