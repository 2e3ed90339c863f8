import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTotpSecret, stepOfCode, totpUri } from '../../../../src/features/identity/mfa/totp-code.ts';

/** `12345678901234567890` in base32: the secret of RFC 6238, Appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** RFC 6238, Appendix B, SHA-1: Unix seconds, step in hexadecimal, and the code of eight digits. */
const VECTORS = [
  [59, '1', '94287082'],
  [1_111_111_109, '23523EC', '07081804'],
  [1_111_111_111, '23523ED', '14050471'],
  [1_234_567_890, '273EF07', '89005924'],
  [2_000_000_000, '3F940AA', '69279037'],
  [20_000_000_000, '27BC86AA', '65353130'],
] as const;

describe('codes of authenticator apps', () => {
  for (const [time, step, code] of VECTORS) {
    it(`RFC 6238, Appendix B: ${code} at ${time}, as six digits`, () => {
      // A shorter code consists of the last digits (RFC 4226 §5.3).
      assert.equal(stepOfCode(SECRET, code.slice(2), time * 1000), Number.parseInt(step, 16));
    });
  }

  it('are accepted one step before and after theirs, and not two', () => {
    const [time, , code] = VECTORS[3];
    const six = code.slice(2);
    const step = Math.floor(time / 30);
    const at = (away: number) => stepOfCode(SECRET, six, (step + away) * 30_000);
    assert.deepEqual([-2, -1, 0, 1, 2].map(at), [null, step, step, step, null]);
    // Exact to the millisecond: a step ends when the next one begins.
    assert.equal(stepOfCode(SECRET, six, (step - 1) * 30_000 - 1), null);
    assert.equal(stepOfCode(SECRET, six, (step + 2) * 30_000 - 1), step);
  });

  it('may hold spaces, and nothing else', () => {
    const [time, step, code] = VECTORS[2];
    const six = code.slice(2);
    const read = (text: string) => stepOfCode(SECRET, text, time * 1000);
    for (const text of [`${six.slice(0, 3)} ${six.slice(3)}`, ` ${six}\n`])
      assert.equal(read(text), Number.parseInt(step, 16), text);
    for (const text of ['', six.slice(1), `0${six}`, code, `-${six}`, '٠٥٠٤٧١', '000000'])
      assert.equal(read(text), null, text);
  });

  it('come from secrets of 160 random bits', () => {
    const secrets = new Set(Array.from({ length: 100 }, newTotpSecret));
    assert.equal(secrets.size, 100);
    for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  });

  it('reach the app under names that cannot be mistaken for others', () => {
    const uri = new URL(totpUri(SECRET, { issuer: 'Shop: A & B', label: 'ada+x@example.org' }));
    assert.equal(uri.protocol, 'otpauth:');
    assert.equal(uri.host, 'totp');
    assert.equal(decodeURIComponent(uri.pathname), '/Shop A & B:ada+x@example.org');
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      issuer: 'Shop A & B',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
