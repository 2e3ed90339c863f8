import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { KeywardError } from '../../../../src/errors.ts';
import {
  assertPasswordAllowed,
  type PasswordContext,
} from '../../../../src/features/identity/passwords/password-policy.ts';
import { fastest } from '../../../support/resources.ts';

function refusal(password: string, context: PasswordContext): KeywardError | null {
  try {
    assertPasswordAllowed(password, context);
    return null;
  } catch (error) {
    assert.ok(error instanceof KeywardError);
    assert.equal(error.kind, 'WeakPasswordError');
    return error;
  }
}

function brokenRules(password: string, context: Partial<PasswordContext> = {}): unknown {
  return refusal(password, { profile: 'documented', ...context })?.details?.['rules'] ?? [];
}

function strictRules(password: string, context: Partial<PasswordContext> = {}): unknown {
  return brokenRules(password, { profile: 'strict', ...context });
}

describe('assertPasswordAllowed, documented', () => {
  const cases: [password: string, rules: string[]][] = [
    ['Abcde1', []],
    ['Ab1', ['min_length']],
    ['abcdef1', ['uppercase']],
    ['ABCDEF1', ['lowercase']],
    ['Abcdefg', ['digit']],
    ['', ['min_length', 'uppercase', 'lowercase', 'digit']],
    ['Äöüßé1', []],
    ['Жизнь١', []],
    ['Password1', []],
    // Code points count, and those of the normalised form: neither UTF-16 units nor loose accents.
    ['Ab1😀😀', ['min_length']],
    ['Ab1😀😀😀', []],
    ['Ab1\u0308a\u0308', ['min_length']],
  ];
  for (const [password, rules] of cases) {
    it(`PW1: ${JSON.stringify(password)} breaks ${rules.join(', ') || 'no rule'}`, () => {
      assert.deepEqual(brokenRules(password), rules);
    });
  }

  it('says exactly what to do', () => {
    assert.equal(
      refusal('abc1', { profile: 'documented' })?.message,
      'The password is too weak: use at least 6 characters; add an uppercase letter.',
    );
    assert.equal(
      refusal('Hqzvkw1', { profile: 'strict' })?.message,
      'The password is too weak: use at least 8 characters.',
    );
  });

  it('PW4: accepts 1,024 bytes and no more', () => {
    assert.deepEqual(brokenRules(`Ab1${'x'.repeat(1021)}`), []);
    assert.deepEqual(brokenRules(`Ab1${'x'.repeat(1022)}`), ['max_bytes']);
    assert.deepEqual(brokenRules(`Ab1${'ä'.repeat(511)}`), ['max_bytes']);
  });

  it('PW4: refuses a password of 1 MB at once, whatever it is made of', async () => {
    for (const filling of ['x', '1', 'ä', '\uFDFA', '\uD800', 'a\u0301']) {
      const password = `Ab1${filling.repeat(1_000_000 / filling.length)}`;
      const took = await fastest(50, () => {
        assert.deepEqual(strictRules(password, { email: 'xxxx@example.com' }), ['max_bytes']);
      });
      assert.ok(took < 50, JSON.stringify(filling));
    }
  });

  it('PW4: the longest password is checked as quickly', async () => {
    for (const filling of ['1', '1a', '!', '\uFDFA']) {
      const password = `Ab1${filling.repeat(1021 / Buffer.byteLength(filling))}`;
      const person = { email: `${'1a'.repeat(30)}@example.com`, name: '1 a'.repeat(60) };
      assert.ok((await fastest(50, () => strictRules(password, person))) < 50, filling);
    }
  });

  it('PW2: refuses lone surrogates, which would make different passwords equal', () => {
    assert.deepEqual(brokenRules('Abcdef1\uD800'), ['well_formed']);
  });
});

describe('assertPasswordAllowed, strict', () => {
  it('asks for 8 characters on top of the documented rules', () => {
    assert.deepEqual(strictRules('Hqzvkw1'), ['min_length']);
    assert.deepEqual(strictRules('hqzvkwpt'), ['uppercase', 'digit']);
    assert.deepEqual(strictRules('Hqzvkwp1'), []);
  });

  for (const password of [
    'Password1',
    'Passw0rd!',
    'P@$$w0rd2024',
    'Welcome2024',
    '2024Welcome!',
    'Qwerty123456',
    '1Qaz2Wsx',
    'Q1w2e3r4t5',
    'Abcd1234',
    'Aa123456789',
    'Letmein1!',
    'L3tM31n!!',
    'Summer2026!',
    'Iloveyou1',
    '1L0veY0u!',
    'Hell0123',
    '4Dmin1234',
    'Ch4ng3M3!',
    'We1c0me99!',
    'Liverpool1',
    'Keyward2026',
    'Ｐａｓｓｗｏｒｄ１',
  ]) {
    it(`PW7: refuses the common password ${password}`, () => {
      assert.deepEqual(strictRules(password), ['common']);
      assert.deepEqual(brokenRules(password), []);
    });
  }

  for (const password of [
    'Correct-horse-battery-staple-1',
    'Passwordless-Xerox-7',
    'My dragon has 3 welcome mats',
    'vK7#qzR2pX',
    'Tr0ub4dor&3xk',
  ]) {
    it(`allows ${password}`, () => {
      assert.deepEqual(strictRules(password, { email: 'jo@example.com', name: 'Al Li', handle: 'jo' }), []);
    });
  }

  it('PW7: refuses the local part of the email, the handle and the name', () => {
    const who = { email: 'hqzvkw.ptxn+news@example.com', handle: 'mjrrfd_99', name: 'Ada Lovelace' };
    for (const password of [
      'hqzvkw.ptxn1A',
      'Hqzvkw.ptxn+news1A',
      'xxHQZVKWPTXNxx1a',
      'Hqzvkw-Ptxn-2024',
      'mjrrfd_991A',
      'Ada Lovelace 1815',
      'adalovelace1A',
      'Lovelace-18-15',
    ]) {
      assert.deepEqual(strictRules(password, who), ['personal'], password);
      assert.deepEqual(brokenRules(password, who), [], password);
    }
    assert.deepEqual(strictRules('example.com-1A', who), []);
    assert.deepEqual(strictRules('Ada-zvrq-77', who), []);
  });

  it('names every broken rule', () => {
    assert.deepEqual(strictRules('ptxnq', { handle: 'ptxnq' }), [
      'min_length',
      'uppercase',
      'digit',
      'personal',
    ]);
    assert.deepEqual(strictRules('welcome', { email: null, name: null, handle: null }), [
      'min_length',
      'uppercase',
      'digit',
      'common',
    ]);
  });
});
