import assert from 'node:assert/strict';
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { describe, it } from 'node:test';

import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';

import { readStoredHash } from '../../../../src/features/identity/passwords/foreign-hashes.ts';

function base64(bytes: Buffer | string): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

function fromHex(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}

function scryptHash(password: string, ln: number, r: number, p: number): string {
  const options = { N: 2 ** ln, r, p, maxmem: 2 ** 29 };
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64('saltsalt')}$${base64(scryptSync(password, 'saltsalt', 32, options))}`;
}

async function check(stored: string, password: string): Promise<boolean> {
  const hash = readStoredHash(stored);
  assert.ok('check' in hash, `${stored} is not read`);
  return hash.check(password);
}

function problemOf(stored: string): string | null {
  const hash = readStoredHash(stored);
  return 'problem' in hash ? hash.problem : null;
}

// RFC 7914 (scrypt, PBKDF2-HMAC-SHA-256), RFC 6070 (PBKDF2-HMAC-SHA-1), crypt_blowfish and PHP (bcrypt), passlib, and
// the tests of the argon2 reference implementation.
const RFC7914_SCRYPT = base64(
  fromHex(`fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
           2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640`),
);
const RFC7914_PBKDF2 = base64(
  fromHex(`4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56
           a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d`),
);
const RFC6070_PBKDF2 = base64(fromHex('4b007901b765489abead49d926f721d065a429c1'));
const VECTORS: [name: string, stored: string, password: string][] = [
  ['scrypt', `$scrypt$ln=10,r=8,p=16$${base64('NaCl')}$${RFC7914_SCRYPT}`, 'password'],
  ['PBKDF2-SHA-256', `$pbkdf2-sha256$i=80000$${base64('NaCl')}$${RFC7914_PBKDF2}`, 'Password'],
  ['PBKDF2-SHA-256 with l', `$pbkdf2-sha256$i=80000,l=64$${base64('NaCl')}$${RFC7914_PBKDF2}`, 'Password'],
  ['PBKDF2-SHA-1', `$pbkdf2-sha1$i=4096$${base64('salt')}$${RFC6070_PBKDF2}`, 'password'],
  ['PBKDF2-SHA-1 of passlib', `$pbkdf2$4096$${base64('salt')}$${RFC6070_PBKDF2}`, 'password'],
  [
    'PBKDF2-SHA-256 of passlib',
    '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ',
    'password',
  ],
  ['bcrypt 2a', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt 2y', '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq', 'rasmuslerdorf'],
  [
    'argon2i',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
    'password',
  ],
  [
    'argon2i 1.0',
    '$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ',
    'password',
  ],
  [
    'argon2id',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    'password',
  ],
];

describe('readStoredHash', () => {
  for (const [name, stored, password] of VECTORS) {
    it(`verifies the published vector of ${name}`, async () => {
      assert.equal(await check(stored, password), true);
      assert.equal(await check(stored, `${password}x`), false);
      assert.equal(await check(stored, password.slice(1)), false);
    });
  }

  it('verifies what the libraries make', async () => {
    const password = 'Grüße aus Köln 1';
    const made = [
      await bcrypt.hash(password, { cost: 4, version: '2a' }),
      await bcrypt.hash(password, { cost: 4, version: '2b' }),
      await bcrypt.hash(password, { cost: 4, version: '2y' }),
      await argon2.hash(password, {
        algorithm: argon2.Algorithm.Argon2d,
        memoryCost: 64,
        timeCost: 3,
        parallelism: 2,
      }),
      await argon2.hash(password, {
        algorithm: argon2.Algorithm.Argon2i,
        memoryCost: 64,
        timeCost: 1,
        parallelism: 4,
      }),
      scryptHash(password, 12, 8, 2),
      `$pbkdf2-sha512$i=1000$${base64('saltsalt')}$${base64(pbkdf2Sync(password, 'saltsalt', 1000, 64, 'sha512'))}`,
    ];
    for (const stored of made) {
      assert.equal(await check(stored, password), true, stored);
      assert.equal(await check(stored, 'Grüße aus Köln 2'), false, stored);
    }
  });

  it('PW2: a NUL neither ends a bcrypt password nor repeats it', async () => {
    const stored = await bcrypt.hash('Abc1', { cost: 4 });
    for (const password of ['Abc1\0', 'Abc1\0x', 'Abc1\0Abc1', 'Abc1\0Abc1\0Abc1']) {
      assert.equal(await check(stored, password), false, JSON.stringify(password));
    }
  });

  it('PW13: refuses to work for hashes whose cost would stall the service', () => {
    const salt = base64('saltsalt');
    const hash = base64(Buffer.alloc(32, 1));
    const long = base64(Buffer.alloc(64, 1));
    const bcryptTail = 'CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
    const allowed = [
      `$2b$15$${bcryptTail}`,
      `$scrypt$ln=18,r=8,p=1$${salt}$${hash}`,
      `$scrypt$ln=17,r=8,p=4$${salt}$${hash}`,
      `$scrypt$ln=15,r=1,p=16$${salt}$${hash}`,
      `$pbkdf2-sha256$i=5000000$${salt}$${hash}`,
      `$argon2id$v=19$m=262144,t=16,p=4$${salt}$${hash}`,
    ];
    const refused: [stored: string, limits: RegExp][] = [
      [`$2b$16$${bcryptTail}`, /bcrypt may have a cost up to 15$/],
      [`$2b$31$${bcryptTail}`, /bcrypt may have a cost up to 15$/],
      [
        `$scrypt$ln=19,r=8,p=1$${salt}$${hash}`,
        /scrypt may have p up to 16, 128 × r × 2\^ln up to 268435456/,
      ],
      [`$scrypt$ln=1,r=9999999,p=1$${salt}$${hash}`, /scrypt may have/],
      [`$scrypt$ln=17,r=8,p=5$${salt}$${hash}`, /that × p up to 536870912$/],
      [`$scrypt$ln=1,r=1,p=2097151$${salt}$${hash}`, /scrypt may have p up to 16/],
      [`$scrypt$ln=16,r=1,p=1$${salt}$${hash}`, /ln must be less than 16 × r$/],
      [`$scrypt$ln=99999,r=8,p=1$${salt}$${hash}`, /ln must be less than 16 × r$/],
      [`$pbkdf2-sha256$i=5000001$${salt}$${hash}`, /PBKDF2 may have up to 5000000 iterations for each block/],
      [`$pbkdf2-sha256$9999999999$${salt}$${hash}`, /PBKDF2 may have/],
      [`$pbkdf2-sha256$i=5000000$${salt}$${long}`, /PBKDF2 may have/],
      [
        `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${hash}`,
        /argon2 may have m up to 262144 and m × t up to 4194304$/,
      ],
      [`$argon2id$v=19$m=8,m=262145,t=1,p=1$${salt}$${hash}`, /argon2 may have|is damaged$/],
      [`$argon2id$v=19$m=262144,t=17,p=1$${salt}$${hash}`, /argon2 may have/],
      [`$argon2id$v=19$m=64,t=4294967295,p=1$${salt}$${hash}`, /argon2 may have/],
    ];
    for (const stored of allowed) assert.equal(problemOf(stored), null, stored);
    for (const [stored, limits] of refused) assert.match(problemOf(stored) ?? 'none', limits, stored);
  });

  it('refuses hashes that are damaged, too short or of unknown form', () => {
    const salt = base64('saltsalt');
    const hash = base64(Buffer.alloc(32, 1));
    const refused = [
      '',
      '$',
      'Abcdef1',
      '5f4dcc3b5aa765d61d8327deb882cf99',
      '$1$salt$qJH7.N4xYta3aEG/dfqo/0',
      `$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`,
      '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4',
      '$2b$05$',
      `$argon2id$v=19$m=65536,t=2,p=1$${salt}`,
      `$argon2id$v=19$m=65536,t=2,p=1$${salt}$`,
      `$argon2id$v=19$m=65536,t=2,p=1$${salt}$${base64('four')}`,
      `$argon2x$v=19$m=65536,t=2,p=1$${salt}$${hash}`,
      `$scrypt$ln=10,r=8,p=1$${salt}$`,
      `$scrypt$ln=10,r=8,p=1$${salt}$${base64('four')}`,
      `$scrypt$ln=10,r=8,p=1$${salt}$${hash}$`,
      `$scrypt$ln=10,r=8$${salt}$${hash}`,
      `$scrypt$ln=10,ln=11,r=8,p=1$${salt}$${hash}`,
      `$scrypt$ln=0,r=8,p=1$${salt}$${hash}`,
      `$scrypt$ln=10,r=8,p=1$sal*$${hash}`,
      `$pbkdf2-sha256$i=0$${salt}$${hash}`,
      `$pbkdf2-sha256$i=1000,l=16$${salt}$${hash}`,
      `$pbkdf2-sha256$i=1000$${salt}$${base64('four')}`,
      `$pbkdf2-md5$i=1000$${salt}$${hash}`,
    ];
    for (const stored of refused) assert.match(problemOf(stored) ?? 'none', /is damaged$/, stored);
  });
});
