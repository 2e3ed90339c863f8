import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { RelyingParty } from '../../../../src/features/settings/relying-party.ts';
import { verifyAssertion, verifyRegistration } from '../../../../src/features/identity/mfa/webauthn.ts';

/**
 * A test vector of WebAuthn Level 3 §16, in hex. Vectors of unsupported algorithms are left out, and some that differ
 * only in the certificate.
 */
interface Vector {
  name: string;
  registration: { challenge: string; clientDataJSON: string; attestationObject: string };
  credentialId: string;
  aaguid: string;
  authentication: { challenge: string; authenticatorData: string; clientDataJSON: string; signature: string };
}

const VECTORS: Vector[] = JSON.parse(readFileSync(new URL('w3c-vectors.json', import.meta.url), 'utf8'));

const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const USER_VERIFIED = 0x04;

const EXAMPLE: RelyingParty = {
  id: () => 'example.org',
  name: () => 'Example',
  accepts: (origin) => origin === 'https://example.org',
  mayFrame: (origin) => origin === 'https://example.com',
};

const b64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
const envelope = ({ credentialId }: Vector) => ({
  id: b64(credentialId),
  rawId: b64(credentialId),
  type: 'public-key' as const,
});

function register(vector: Vector, relyingParty = EXAMPLE, challenge = vector.registration.challenge) {
  const { clientDataJSON, attestationObject } = vector.registration;
  const response = { clientDataJSON: b64(clientDataJSON), attestationObject: b64(attestationObject) };
  return verifyRegistration({ ...envelope(vector), response }, { challenge: b64(challenge), relyingParty });
}

async function authenticate(
  vector: Vector,
  changes: Partial<Vector['authentication']> = {},
  userVerification = false,
) {
  const credential = await register(vector);
  assert.ok(credential);
  const { challenge, ...signed } = { ...vector.authentication, ...changes };
  const response = {
    clientDataJSON: b64(signed.clientDataJSON),
    authenticatorData: b64(signed.authenticatorData),
    signature: b64(signed.signature),
  };
  return verifyAssertion(
    { ...envelope(vector), response },
    { challenge: b64(challenge), relyingParty: EXAMPLE, credential, userVerification },
  );
}

/** A page in a frame without a reported top origin. */
const framed = VECTORS.filter(({ name }) => name === 'none.ES256.crossOrigin');
const plain = VECTORS.filter((vector) => !framed.includes(vector));

describe("W3C's test vectors of WebAuthn Level 3", () => {
  for (const vector of plain) {
    const flags = parseInt(vector.authentication.authenticatorData.slice(64, 66), 16);

    it(`${vector.name}: registers`, async () => {
      const at = vector.registration.attestationObject.indexOf(vector.aaguid);
      const made = parseInt(vector.registration.attestationObject.slice(at - 10, at - 8), 16);
      const { aaguid, credentialId, counter, backupEligible, backedUp } = (await register(vector)) ?? {};
      assert.deepEqual(
        { aaguid: aaguid?.replaceAll('-', ''), credentialId, counter, backupEligible, backedUp },
        {
          aaguid: vector.aaguid,
          credentialId: b64(vector.credentialId),
          counter: 0,
          backupEligible: (made & BACKUP_ELIGIBLE) !== 0,
          backedUp: (made & BACKED_UP) !== 0,
        },
      );
    });

    it(`${vector.name}: authenticates`, async () => {
      assert.deepEqual(await authenticate(vector), {
        counter: 0,
        backupEligible: (flags & BACKUP_ELIGIBLE) !== 0,
        backedUp: (flags & BACKED_UP) !== 0,
      });
      const verified = await authenticate(vector, {}, true);
      assert.equal(verified !== null, (flags & USER_VERIFIED) !== 0);
    });

    it(`${vector.name}: refuses another challenge, relying party, origin, or signature`, async () => {
      const other = '00'.repeat(32);
      const { authenticatorData: data, signature, clientDataJSON } = vector.authentication;
      assert.equal(await register(vector, EXAMPLE, other), null);
      assert.equal(await register(vector, { ...EXAMPLE, id: () => 'example.com' }), null);
      assert.equal(await register(vector, { ...EXAMPLE, accepts: () => false }), null);
      assert.equal(await authenticate(vector, { challenge: other }), null);
      assert.equal(await authenticate(vector, { signature: flipped(signature) }), null);
      assert.equal(await authenticate(vector, { authenticatorData: flipped(data) }), null);
      assert.equal(await authenticate(vector, { clientDataJSON: `${clientDataJSON}20` }), null);
    });
  }

  it('refuses a page in a frame without a reported top origin', async () => {
    for (const vector of framed) assert.equal(await register(vector), null);
    assert.equal(framed.length, 1);
  });

  it('refuses a page in a foreign frame', async () => {
    const vectors = VECTORS.filter(({ name }) => name === 'none.ES256.topOrigin');
    assert.equal(vectors.length, 1);
    for (const vector of vectors)
      assert.equal(await register(vector, { ...EXAMPLE, mayFrame: () => false }), null);
  });
});

/** With its last bit changed. */
function flipped(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const at = bytes.length - 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('hex');
}
