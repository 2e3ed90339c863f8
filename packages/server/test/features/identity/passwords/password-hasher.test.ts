import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { describe, it } from 'node:test';

import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import * as fc from 'fast-check';

import { KeywardError } from '../../../../src/errors.ts';
import { createHashQueue, type HashQueue } from '../../../../src/features/identity/passwords/hash-queue.ts';
import { createPasswordHasher } from '../../../../src/features/identity/passwords/password-hasher.ts';

/** A real queue that counts the hashes that run through it. */
function countingQueue(): { queue: HashQueue; runs: () => number } {
  const queue = createHashQueue({ permits: 2, maxWaiting: 100 });
  let runs = 0;
  return {
    queue: {
      run: (task, asker) => {
        runs += 1;
        return queue.run(task, asker);
      },
      state: () => queue.state(),
    },
    runs: () => runs,
  };
}

const hasher = createPasswordHasher({ queue: createHashQueue({ permits: 2, maxWaiting: 100 }) });
const RIGHT = { valid: true, outdated: false };
const WRONG = { valid: false, outdated: false };

describe('createPasswordHasher', () => {
  it('PW2: of 128 characters none is cut off, folded or ignored', async () => {
    const password = 'aB3$'.repeat(32);
    assert.equal(password.length, 128);
    const stored = await hasher.hash(password);
    assert.deepEqual(await hasher.verify(stored, password), RIGHT);
    const changed = [
      `${password.slice(0, 72)}x${password.slice(73)}`,
      `${password.slice(0, 127)}x`,
      password.toLowerCase(),
      password.toUpperCase(),
      password.slice(0, 72),
      password.slice(0, 127),
      `${password} `,
      ` ${password}`,
    ];
    for (const other of changed) assert.deepEqual(await hasher.verify(stored, other), WRONG, other);
  });

  it('PW2: a NUL does not end the password', async () => {
    const stored = await hasher.hash('Before1\0After1');
    assert.deepEqual(await hasher.verify(stored, 'Before1\0After1'), RIGHT);
    for (const other of ['Before1', 'Before1\0', 'Before1\0After2']) {
      assert.deepEqual(await hasher.verify(stored, other), WRONG, JSON.stringify(other));
    }
    assert.deepEqual(await hasher.verify(await hasher.hash('Before1'), 'Before1\0After1'), WRONG);
  });

  it('PW2: passwords with lone surrogates, which encode alike, are not hashed', async () => {
    const { queue, runs } = countingQueue();
    const counted = createPasswordHasher({ queue });
    await assert.rejects(counted.hash('Abcdef1\uD800'), { name: 'WeakPasswordError' });
    assert.deepEqual(await counted.verify(await hasher.hash('Abcdef1\uFFFD'), 'Abcdef1\uD800'), WRONG);
    assert.equal(runs(), 0);
  });

  it('PW3: a password set in one Unicode form is accepted in the other', async () => {
    const nfc = 'Pässw0rd'.normalize('NFC');
    const nfd = 'Pässw0rd'.normalize('NFD');
    assert.notEqual(nfc, nfd);
    assert.deepEqual(await hasher.verify(await hasher.hash(nfc), nfd), RIGHT);
    assert.deepEqual(await hasher.verify(await hasher.hash(nfd), nfc), RIGHT);
    assert.deepEqual(await hasher.verify(await hasher.hash('Ａｂｃｄｅｆ１'), 'Abcdef1'), RIGHT);
    assert.deepEqual(await hasher.verify(await hasher.hash(nfc), 'Passw0rd'), WRONG);
  });

  it('PW4: a password over 1,024 bytes is refused without hashing', async () => {
    const { queue, runs } = countingQueue();
    const counted = createPasswordHasher({ queue });
    const stored = await counted.hash('Abcdef1');
    const before = runs();
    for (const password of [
      `Ab1${'x'.repeat(1_000_000)}`,
      `Ab1${'x'.repeat(1022)}`,
      `Ab1${'ä'.repeat(511)}`,
    ]) {
      assert.deepEqual(await counted.verify(stored, password), WRONG);
      assert.deepEqual(await counted.verify(null, password), WRONG);
      await assert.rejects(counted.hash(password), (error) => {
        assert.ok(error instanceof KeywardError);
        assert.equal(error.kind, 'WeakPasswordError');
        assert.deepEqual(error.details, { rules: ['max_bytes'] });
        return true;
      });
    }
    assert.equal(runs(), before);
  });

  it('PW4: a password of exactly 1,024 bytes works', async () => {
    const password = `Ab${'ä'.repeat(511)}`;
    assert.equal(Buffer.byteLength(password), 1024);
    assert.deepEqual(await hasher.verify(await hasher.hash(password), password), RIGHT);
  });

  it('PW5: hashes are argon2id with at least 19 MiB, two passes, and a salt of their own', async () => {
    const [one, two] = await Promise.all([hasher.hash('Abcdef1'), hasher.hash('Abcdef1')]);
    assert.notEqual(one, two);
    assert.notEqual(one.split('$')[4], two.split('$')[4]);
    for (const stored of [one, two]) {
      assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    }
  });

  it('PW5: a right password is outdated unless its hash has exactly the current form', async () => {
    const password = 'Abcdef1';
    const current = { memoryCost: 256, timeCost: 2, parallelism: 1 };
    const small = createPasswordHasher({
      queue: createHashQueue({ permits: 2, maxWaiting: 100 }),
      parameters: current,
    });
    assert.deepEqual(await small.verify(await small.hash(password), password), RIGHT);
    const outdated = await Promise.all([
      argon2.hash(password, { ...current, memoryCost: 128 }),
      argon2.hash(password, { ...current, memoryCost: 512 }),
      argon2.hash(password, { ...current, timeCost: 1 }),
      argon2.hash(password, { ...current, parallelism: 2 }),
      argon2.hash(password, { ...current, algorithm: argon2.Algorithm.Argon2i }),
      argon2.hash(password, { ...current, version: argon2.Version.V0x10 }),
      argon2.hash(password, { ...current, outputLen: 16 }),
      argon2.hash(password, { ...current, salt: Buffer.from('saltsalt') }),
      bcrypt.hash(password, { cost: 4 }),
    ]);
    for (const stored of outdated) {
      assert.deepEqual(await small.verify(stored, password), { valid: true, outdated: true }, stored);
      assert.deepEqual(await small.verify(stored, 'Abcdef2'), WRONG, stored);
    }
  });

  it('accepts an imported password in the form in which it was typed elsewhere', async () => {
    const typed = 'Pässw0rd'.normalize('NFD');
    const raw = pbkdf2Sync(typed, 'saltsalt', 1000, 32, 'sha256').toString('base64');
    for (const stored of [
      await bcrypt.hash(typed, { cost: 4 }),
      await argon2.hash(typed, { algorithm: argon2.Algorithm.Argon2i, memoryCost: 64 }),
      `$pbkdf2-sha256$i=1000$${Buffer.from('saltsalt').toString('base64')}$${raw}`,
    ]) {
      assert.deepEqual(await hasher.verify(stored, typed), { valid: true, outdated: true }, stored);
      assert.deepEqual(await hasher.verify(stored, `${typed}x`), WRONG, stored);
    }
  });

  it('hashes once for an account, for none, and for an invalid stored hash', async () => {
    const { queue, runs } = countingQueue();
    const counted = createPasswordHasher({ queue });
    const stored = await counted.hash('Abcdef1');
    const typed = 'Pässw0rd'.normalize('NFD');
    for (const [given, password] of [
      [stored, 'Abcdef1'],
      [stored, 'Abcdef2'],
      [stored, typed],
      [null, 'Abcdef1'],
      [null, typed],
      ['', 'Abcdef1'],
      ['garbage', typed],
      ['$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
    ] as const) {
      const before = runs();
      const verdict = await counted.verify(given, password);
      assert.equal(verdict.valid, given === stored && password === 'Abcdef1');
      assert.equal(runs(), before + 1, String(given));
    }
  });

  it('finds no password valid without an account, not even one that would open the decoy', async () => {
    const parameters = { memoryCost: 64, timeCost: 1, parallelism: 1 };
    const salt = Buffer.alloc(16, 1);
    const tag = await argon2.hashRaw('Abcdef1', { ...parameters, salt });
    const opened = createPasswordHasher({
      queue: createHashQueue({ permits: 1, maxWaiting: 0 }),
      parameters,
      randomBytes: (size) => (size === 16 ? salt : tag),
    });
    assert.deepEqual(await opened.verify(await opened.hash('Abcdef1'), 'Abcdef1'), RIGHT);
    assert.deepEqual(await opened.verify(null, 'Abcdef1'), WRONG);
    assert.deepEqual(await opened.verify('garbage', 'Abcdef1'), WRONG);
  });

  it('PW13: never throws on what is stored', async () => {
    const quick = createPasswordHasher({
      queue: createHashQueue({ permits: 2, maxWaiting: 100 }),
      parameters: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    });
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('argon2id', 'argon2i', 'argon2d', '2b', '2y', 'scrypt', 'pbkdf2-sha256', 'pbkdf2'),
          fc.constantFrom('', '$v=19', '$v=16'),
          fc.constantFrom(
            'm=8,t=1,p=1',
            '04',
            '+4',
            'ln=1,r=1,p=1',
            'ln=1,r=1,p=99999',
            'ln=16,r=1,p=1',
            'i=1',
            '1',
            'i=-1',
            'm=8',
          ),
          fc.base64String({ maxLength: 24 }),
          fc.base64String({ maxLength: 64 }),
        )
        .map(
          ([id, version, parameters, salt, hash]) =>
            `$${id}${version}$${parameters}$${salt.replaceAll('=', '')}$${hash.replaceAll('=', '')}`,
        ),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (stored) => {
        assert.deepEqual(await quick.verify(stored, 'Abcdef1'), WRONG);
      }),
      { numRuns: 500 },
    );
  });

  it('PW13: costly checks use a part of the queue, and no other password waits for them', async () => {
    const queue = createHashQueue({ permits: 2, maxWaiting: 10 });
    const costly = createHashQueue({ permits: 1, maxWaiting: 2 });
    const mixed = createPasswordHasher({ queue, costly });
    const dear = await argon2.hash('Abcdef1', { memoryCost: 65_537, timeCost: 1, parallelism: 1 });
    const ours = await hasher.hash('Abcdef1');
    const checks = [1, 2, 3].map(() => mixed.verify(dear, 'Abcdef1'));
    await assert.rejects(mixed.verify(dear, 'Abcdef1'), { name: 'ServiceUnavailableError' });
    assert.deepEqual(costly.state(), { running: 1, waiting: 2 });
    assert.deepEqual(queue.state(), { running: 1, waiting: 0 });
    const quick = mixed.verify(ours, 'Abcdef1');
    assert.deepEqual(queue.state(), { running: 2, waiting: 0 });
    assert.deepEqual(await quick, RIGHT);
    assert.deepEqual(
      await Promise.all(checks),
      [1, 2, 3].map(() => ({ valid: true, outdated: true })),
    );
  });

  it('reports a full queue and an aborted request', async () => {
    const full = createPasswordHasher({ queue: createHashQueue({ permits: 0, maxWaiting: 0 }) });
    await assert.rejects(full.hash('Abcdef1'), { name: 'ServiceUnavailableError' });
    await assert.rejects(full.verify(null, 'Abcdef1'), { name: 'ServiceUnavailableError' });
    const reason = new Error('client gone');
    await assert.rejects(
      hasher.hash('Abcdef1', { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
    await assert.rejects(
      hasher.verify(null, 'Abcdef1', { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
  });
});
