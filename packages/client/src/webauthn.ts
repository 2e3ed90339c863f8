import { KeywardError } from './errors.ts';
import type { FactorsApi } from './factors-api.ts';

/** PublicKeyCredentialRequestOptionsJSON or PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3 §5.1.8–9). */
export type Options = Record<string, unknown>;
/** AuthenticationResponseJSON (WebAuthn Level 3 §5.1.8), with the fields that the service reads. */
export type Assertion = Parameters<FactorsApi['passkeyLogin']['answer']>[0]['credential'];
/** RegistrationResponseJSON. */
export type Registration = Parameters<FactorsApi['passkeys']['add']>[0]['credential'];

/** The used parts of WebAuthn; each part is missing in some browser. */
interface Authenticators {
  PublicKeyCredential?: {
    parseRequestOptionsFromJSON?(options: Options): object;
    parseCreationOptionsFromJSON?(options: Options): object;
    isConditionalMediationAvailable?(): Promise<boolean>;
  };
  navigator?: {
    credentials?: Record<'get' | 'create', (request: CredentialRequest) => Promise<BrowserCredential | null>>;
  };
}

interface CredentialRequest {
  publicKey: object;
  signal: AbortSignal;
  mediation?: 'conditional';
}

interface BrowserCredential {
  id: string;
  rawId: ArrayBuffer;
  type: string;
  authenticatorAttachment?: string | null;
  getClientExtensionResults(): object;
  response: Record<string, unknown> & { getTransports?(): string[] };
  toJSON?(): unknown;
}

const here: unknown = globalThis;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of it is optional, and checked before use
const browser = here as Authenticators;

let current: AbortController | undefined;

/**
 * A page can request one passkey at a time. So a new request ends the pending one, such as an autofill.
 * @returns the signal that ends the new request
 */
export function takeTurn(signal?: AbortSignal): AbortSignal {
  current?.abort();
  current = new AbortController();
  return signal ? AbortSignal.any([signal, current.signal]) : current.signal;
}

/** @throws KeywardError `PasskeyUnavailableError` if form fields of this browser cannot offer passkeys */
export async function assertAutofill(): Promise<void> {
  if (!(await browser.PublicKeyCredential?.isConditionalMediationAvailable?.()))
    throw unavailable('This browser offers no passkeys in form fields.');
}

/**
 * Lets the person use a passkey.
 * @throws KeywardError `PasskeyCancelledError`, `PasskeyUnavailableError`, `AbortError`
 */
export function getCredential(options: Options, signal: AbortSignal, autofill = false): Promise<Assertion> {
  const publicKey = browser.PublicKeyCredential?.parseRequestOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytesOf(options['challenge']),
    allowCredentials: descriptors(options['allowCredentials']),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in the form of the standard; the service checks it
  return perform('get', {
    publicKey,
    signal,
    ...(autofill && { mediation: 'conditional' }),
  }) as Promise<Assertion>;
}

/**
 * Lets the person make a passkey.
 * @throws KeywardError as `getCredential`; `PasskeyAlreadyExistsError` if the authenticator holds one of the account
 */
export function createCredential(options: Options, signal: AbortSignal): Promise<Registration> {
  const user: { id?: unknown } = Object(options['user']);
  const publicKey = browser.PublicKeyCredential?.parseCreationOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytesOf(options['challenge']),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptors(options['excludeCredentials']),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return perform('create', { publicKey, signal }) as Promise<Registration>;
}

async function perform(kind: 'get' | 'create', request: CredentialRequest): Promise<unknown> {
  const { credentials } = browser.navigator ?? {};
  if (!credentials || !browser.PublicKeyCredential)
    throw unavailable('This browser has no passkeys, or the page is not on https or localhost.');
  try {
    const credential = await credentials[kind](request);
    if (credential) return jsonOf(credential);
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (request.signal.aborted) throw new KeywardError('AbortError', 'The call was cancelled.', { cause });
    if (name === 'InvalidStateError')
      throw new KeywardError(
        'PasskeyAlreadyExistsError',
        'This device or password manager holds a passkey of the account already.',
        { cause },
      );
    // Browsers do not reveal the reason, so that pages cannot find out who has passkeys (WebAuthn Level 3
    // §14.5.2).
    if (name !== 'NotAllowedError') throw unavailable(String(cause), cause);
  }
  throw new KeywardError(
    'PasskeyCancelledError',
    'No passkey was used: cancelled, too late, or there is none.',
  );
}

function unavailable(message: string, cause?: unknown): KeywardError {
  return new KeywardError('PasskeyUnavailableError', message, { cause });
}

/** Built manually if the browser lacks the function, or if a password manager has replaced the object. */
function jsonOf(credential: BrowserCredential): unknown {
  try {
    if (credential.toJSON) return credential.toJSON();
  } catch {}
  const { id, rawId, type, authenticatorAttachment, response } = credential;
  const parts = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ] as const;
  return {
    id,
    rawId: textOf(rawId),
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      ...Object.fromEntries(
        parts.flatMap((part) => {
          const value = response[part];
          return value instanceof ArrayBuffer ? [[part, textOf(value)]] : [];
        }),
      ),
      ...(response.getTransports && { transports: response.getTransports() }),
    },
  };
}

function descriptors(list: unknown): object[] {
  return [list ?? []].flat().map((one) => ({ ...Object(one), id: bytesOf(Object(one).id) }));
}

function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(text).replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (one) => one.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}
