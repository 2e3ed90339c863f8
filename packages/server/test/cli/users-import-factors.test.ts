import assert from 'node:assert/strict';
import { createPublicKey, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { hash } from '@node-rs/argon2';
import { Authenticator, coseKey } from '../support/authenticator.ts';
import { fileIn, runHere, settingsOf } from '../support/command-line.ts';
import { assertError, PASSWORD, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { addSuperadmin } from '../http/admin/admin.ts';
import { asObject } from '../http/expectations.ts';
import { beginEnrolment, signIn } from '../http/factors/passkeys.ts';
import { databasesFor } from '../support/usual-size.ts';

const TEXT_KEY = 'abcdefghijklmnopqrstuvwxyz012345';
const BASE32 = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`users import of second factors on ${kind}`, () => {
    let keyward: TestKeyward;
    let password_hash: string;
    before(async () => {
      keyward = await startKeyward(kind);
      password_hash = await hash(PASSWORD, keyward.argon2);
    });
    after(() => keyward[Symbol.asyncDispose]());

    async function importing(
      from: string,
      document: object,
      ...options: string[]
    ): Promise<{ code: number; stderr: string }> {
      const path = fileIn(keyward.database.dataDir, `${randomUUID()}.json`, JSON.stringify(document));
      const { code, stderr } = await runHere(['users', 'import', path, '--from', from, ...options], {
        env: settingsOf(keyward.database),
      });
      return { code, stderr };
    }

    async function challengeOf(email: string): Promise<{ challenge: unknown; methods: unknown }> {
      const answer = await keyward.call('POST', '/login', {
        body: { identifier: email, password: PASSWORD },
      });
      assertError(answer, 401, 'SecondFactorRequiredError');
      const { challenge, methods } = asObject(answer.body.details);
      return { challenge, methods };
    }

    const answer = (body: object) => keyward.call('POST', '/login/challenge', { body });
    const codeOf = (secret: Secret) => TOTP.generate({ secret, timestamp: keyward.clock.now() });

    it('people of every product keep their authenticator apps, and the recovery codes that can be read', async () => {
      const email = (name: string) => `${name}@factors.example.org`;
      const scryptless = { password: password_hash };
      const outcomes = [
        await importing('better-auth', {
          users: [
            {
              id: 'b1',
              email: email('better'),
              name: 'Better',
              emailVerified: true,
              twoFactorEnabled: true,
              twoFactor: { secret: TEXT_KEY, backupCodes: ['Ab3dE-fGh1J', 'zZ9yY-xX8wW'] },
              accounts: [{ providerId: 'credential', ...scryptless }],
            },
          ],
        }),
        await importing('supabase', {
          users: [
            {
              id: randomUUID(),
              email: email('supa'),
              email_confirmed_at: '2025-01-01T00:00:00Z',
              encrypted_password: password_hash,
              mfa_factors: [
                { factor_type: 'totp', status: 'unverified', secret: 'AAAAAAAAAAAAAAAA' },
                { factor_type: 'totp', status: 'verified', secret: BASE32 },
              ],
            },
          ],
        }),
        await importing('keyward', {
          users: [
            {
              email: email('own'),
              email_verified: true,
              password_hash,
              totp_secret: BASE32.toLowerCase(),
            },
          ],
        }),
      ];
      assert.deepEqual(
        outcomes,
        outcomes.map(() => ({ code: 0, stderr: '' })),
      );
      for (const [name, secret, methods] of [
        ['better', Secret.fromUTF8(TEXT_KEY), ['totp', 'recovery_code']],
        ['supa', Secret.fromBase32(BASE32), ['totp']],
        ['own', Secret.fromBase32(BASE32), ['totp']],
      ] as const) {
        const asked = await challengeOf(email(name));
        assert.deepEqual(asked.methods, methods);
        const entered = await answer({ ...asked, methods: undefined, method: 'totp', code: codeOf(secret) });
        assert.equal(entered.status, 200, `${name}: ${entered.text}`);
      }
      for (const [code, status] of [
        ['ab3de-fgh1j', 401],
        [' Ab3dE fGh1J ', 200],
        ['Ab3dE-fGh1J', 401],
      ] as const) {
        const { challenge } = await challengeOf(email('better'));
        assert.equal((await answer({ challenge, method: 'recovery_code', code })).status, status, code);
      }
    });

    it('people of Keycloak keep their passkeys where the domain stays, and their apps', async () => {
      const id = randomUUID();
      const authenticator = new Authenticator();
      const handle = Buffer.from(id).toString('base64url');
      // The options that the other service requested.
      const made = authenticator.create(
        {
          rp: { id: 'localhost' },
          user: { id: handle },
          challenge: 'AAAA',
          excludeCredentials: [],
        },
        keyward.url,
      );
      const [passkey] = authenticator.passkeys;
      assert.ok(passkey);
      const email = 'cloak@factors.example.org';
      const outcome = await importing('keycloak', {
        users: [
          {
            id,
            email,
            emailVerified: true,
            username: 'cloak',
            enabled: true,
            credentials: [
              {
                type: 'otp',
                secretData: JSON.stringify({ value: TEXT_KEY }),
                credentialData: JSON.stringify({
                  subType: 'totp',
                  digits: 6,
                  period: 30,
                  algorithm: 'HmacSHA1',
                }),
              },
              {
                type: 'webauthn-passwordless',
                userLabel: 'Ada’s phone',
                secretData: '{}',
                credentialData: JSON.stringify({
                  credentialId: Buffer.from(made.id, 'base64url').toString('base64'),
                  credentialPublicKey: Buffer.from(coseKey(createPublicKey(passkey.privateKey))).toString(
                    'base64url',
                  ),
                  counter: 0,
                  aaguid: '00000000-0000-0000-0000-000000000000',
                }),
              },
            ],
          },
        ],
      });
      assert.deepEqual(outcome, { code: 0, stderr: '' });
      const entered = await signIn(keyward, authenticator);
      assert.equal(entered.status, 200, entered.text);
      const token = String(entered.body['access_token']);
      const factors = await keyward.call('GET', '/account/factors', { token });
      assert.equal(Object(factors.body['passkeys']).length, 1);
      assert.equal(Object(factors.body['passkeys'])[0].name, 'Ada’s phone');
      assert.notEqual(factors.body['totp'], null);
    });

    it('refuses a record whose factor cannot be imported: nobody can sign in with fewer factors than before', async () => {
      for (const [fields, message] of [
        [{ totp_secret: 'HmacSHA256, 8 digits' }, /totp_secret must be base32/],
        [{ recovery_codes: ['short'] }, /recovery_codes must be a list/],
        [{ recovery_codes: ['Ab3dE-fGh1J', 'abc_defgh'] }, /recovery_codes must be a list/],
        [{ recovery_codes: ['abc-defg'] }, /recovery_codes must be a list/],
        [
          { passkeys: [{ credential_id: 'AAAA', public_key: 'AAAA' }] },
          /passkey_user_handle must be the user handle/,
        ],
        [{ passkeys: [{ credential_id: '?' }], passkey_user_handle: 'AAAA' }, /passkeys must be a list/],
      ] as const) {
        const { code, stderr } = await importing('keyward', {
          users: [{ email: 'refused@factors.example.org', ...fields }],
        });
        assert.equal(code, 3);
        assert.match(stderr, message);
      }
    });

    it('refuses a person of another product whose only second factors cannot be taken over', async () => {
      const verified = (factor_type: string) => ({ factor_type, status: 'verified', secret: null });
      for (const [from, fields, what] of [
        ['supabase', { mfa_factors: [verified('phone')] }, 'the factor of type phone'],
        ['supabase', { mfa_factors: [verified('webauthn')] }, 'the factor of type webauthn'],
        ['supabase', { mfa_factors: [verified('totp')] }, 'the factor of type totp'],
        ['better-auth', { twoFactorEnabled: true }, 'twoFactorEnabled without a twoFactor.secret'],
        ['better-auth', { twoFactorEnabled: 't', twoFactor: { secret: '' } }, 'twoFactorEnabled without'],
        [
          'keycloak',
          { credentials: [{ type: 'recovery-authn-codes' }] },
          'the factor of type recovery-authn',
        ],
        ['keycloak', { credentials: [{ type: 'password' }, { type: 'sms' }] }, 'the factor of type sms'],
      ] as const) {
        const { code, stderr } = await importing(from, {
          users: [{ email: 'refused@factors.example.org', ...fields }],
        });
        assert.equal(code, 3, `${from}: ${what}`);
        assert.match(stderr, new RegExp(`totp_secret ${what}.* cannot be imported; --without totp_secret`));
      }
      const { code, stderr } = await importing('supabase', {
        users: [
          {
            email: 'two-apps@factors.example.org',
            email_confirmed_at: '2025-01-01T00:00:00Z',
            encrypted_password: password_hash,
            mfa_factors: [
              verified('phone'),
              { factor_type: 'totp', status: 'verified', secret: BASE32 },
              { factor_type: 'totp', status: 'verified', secret: 'AAAAAAAAAAAAAAAAAAAAAAAA' },
            ],
          },
        ],
      });
      assert.equal(code, 0, stderr);
      const { challenge } = await challengeOf('two-apps@factors.example.org');
      const first = codeOf(Secret.fromBase32(BASE32));
      assert.equal((await answer({ challenge, method: 'totp', code: first })).status, 200);
    });

    it('refuses factors of somebody whose email nobody has verified: the first proof would remove them', async () => {
      const record = { email: 'unproven@factors.example.org', totp_secret: BASE32 };
      for (const options of [['--dry-run'], []]) {
        const { code, stderr } = await importing('keyward', { users: [record] }, ...options);
        assert.equal(code, 3);
        assert.match(stderr, /totp_secret needs a verified email; .*--without totp_secret/);
      }
    });

    it('people reauthenticate with an imported recovery code of digits', async () => {
      const email = 'digits@factors.example.org';
      const fields = {
        email_verified: true,
        password_hash,
        totp_secret: BASE32,
        recovery_codes: ['12345-67890'],
      };
      assert.equal((await importing('keyward', { users: [{ email, ...fields }] })).code, 0);
      const { challenge } = await challengeOf(email);
      const code = codeOf(Secret.fromBase32(BASE32)).replace(/(?=...$)/, ' ');
      const entered = await answer({ challenge, method: 'totp', code });
      const token = String(entered.body['access_token']);
      const again = (shown: string) =>
        keyward.call('POST', '/account/reauthenticate', { token, body: { code: shown } });
      keyward.clock.advance(30_000);
      assert.equal((await again('1234567890')).status, 200);
      assert.equal((await again(` ${codeOf(Secret.fromBase32(BASE32)).split('').join(' ')}`)).status, 200);
      assertError(await again('1234567890'), 401, 'SecondFactorInvalidError');
    });

    it('P11-8: ten wrong recovery codes of digits in a day are all, from wherever they come', async () => {
      const email = 'guessed@factors.example.org';
      const recovery_codes = ['12345678'];
      const person = { email, email_verified: true, password_hash, totp_secret: BASE32, recovery_codes };
      assert.equal((await importing('keyward', { users: [person] })).code, 0);
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) {
        const { challenge } = await challengeOf(email);
        const code = String(20_000_000 + count);
        statuses.push((await answer({ challenge, method: 'recovery_code', code })).status);
      }
      assert.deepEqual([...new Set(statuses.slice(0, 10)), ...new Set(statuses.slice(10))], [401, 429]);
      // P12-4: a new password locks out whoever has guessed, and lets the owner in.
      const { token } = await addSuperadmin(keyward);
      const found = await keyward.app.services.store.accounts.find('email_key', email);
      const body = { account_id: found?.id, password: PASSWORD };
      assert.equal((await keyward.call('PATCH', '/account', { token, body })).status, 200);
      const right = async () => {
        const { challenge } = await challengeOf(email);
        return (await answer({ challenge, method: 'recovery_code', code: '12345678' })).status;
      };
      assert.equal(await right(), 200);
    });

    it('refuses passkeys and user handles that are taken, in a dry run too', async () => {
      const person = (name: string, credential: string, handle: string) => ({
        email: `${name}@taken.example.org`,
        email_verified: true,
        passkeys: [{ credential_id: credential, public_key: 'AAAA' }],
        passkey_user_handle: handle,
      });
      const first = { users: [person('first', 'Cred1AAA', 'User1AAA')] };
      assert.deepEqual(await importing('keyward', first), { code: 0, stderr: '' });
      const users = [
        person('enrolled', 'Cred1AAA', 'User2AAA'),
        person('called', 'Cred2AAA', 'User1AAA'),
        person('fine', 'Cred3AAA', 'User3AAA'),
        person('enrolled-in-file', 'Cred3AAA', 'User4AAA'),
        person('called-in-file', 'Cred4AAA', 'User3AAA'),
        {
          ...person('twice', 'Cred5AAA', 'User5AAA'),
          passkeys: [1, 2].map(() => ({ credential_id: 'Cred5AAA', public_key: 'AAAA' })),
        },
      ];
      for (const options of [['--dry-run'], []]) {
        const { code, stderr } = await importing('keyward', { users }, ...options);
        assert.equal(code, 3);
        const refused = stderr.split('\n').filter((line) => /^line \d/.test(line));
        for (const [line, field] of [
          [1, 'passkeys one of these is enrolled already'],
          [2, 'passkey_user_handle belongs to another account'],
          [4, 'passkeys one of these is enrolled already'],
          [5, 'passkey_user_handle belongs to another account'],
          [6, 'passkeys must be a list'],
        ] as const)
          assert.ok(
            refused.some((text) => text.startsWith(`line ${line}: ${field}`)),
            stderr,
          );
        assert.equal(refused.length, 5, stderr);
      }
      const again = await importing('keyward', { users: first.users }, '--on-conflict', 'update');
      assert.deepEqual(again, { code: 0, stderr: '' });
    });

    it('refuses passkeys for an account that authenticators call by another user handle', async () => {
      const email = 'begun@taken.example.org';
      assert.equal((await importing('keyward', { users: [{ email, password_hash }] })).code, 0);
      const entered = await keyward.call('POST', '/login', {
        body: { identifier: email, password: PASSWORD },
      });
      await beginEnrolment(keyward, String(entered.body['access_token']));
      const passkeys = [{ credential_id: 'Cred6AAA', public_key: 'AAAA' }];
      const users = [{ email, passkeys, passkey_user_handle: 'User6AAA' }];
      for (const options of [['--dry-run'], []]) {
        const args = ['--on-conflict', 'update', ...options];
        const { code, stderr } = await importing('keyward', { users }, ...args);
        assert.equal(code, 3);
        assert.match(
          stderr,
          /passkey_user_handle is not the one that the account has here.*--without passkeys/,
        );
      }
      const without = ['--on-conflict', 'update', '--without', 'passkeys'];
      assert.deepEqual(await importing('keyward', { users }, ...without), { code: 0, stderr: '' });
    });

    it('tells which factors of an existing account came from an operator', async () => {
      const email = 'told@taken.example.org';
      assert.equal((await importing('keyward', { users: [{ email }] })).code, 0);
      const fields = {
        email_verified: true,
        totp_secret: BASE32,
        recovery_codes: ['Ab3dE-fGh1J'],
        passkeys: [{ credential_id: 'Cred7AAA', public_key: 'AAAA', name: 'Ada’s key' }],
        passkey_user_handle: 'User7AAA',
      };
      const users = [{ email, ...fields }];
      // The second time, the account keeps its factors.
      for (const times of ['first', 'second']) {
        const { code, stderr } = await importing('keyward', { users }, '--on-conflict', 'update');
        assert.equal(code, 0, `${times}: ${stderr}`);
      }
      const rows = await keyward.database.query('select type, actor, data from events order by id');
      const told = rows
        .filter(({ type, data }) => type === 'factor.added' && String(data).includes(email))
        .map(({ actor, data }) => {
          const { type, name } = Object(JSON.parse(String(data))).factor;
          return [actor, type, name];
        });
      assert.deepEqual(told, [
        ['operator', 'totp', null],
        ['operator', 'passkey', 'Ada’s key'],
        ['operator', 'recovery_codes', null],
      ]);
    });

    it('leaves the factors of an account that has some', async () => {
      const email = 'own@factors.example.org';
      const path = fileIn(
        keyward.database.dataDir,
        'again.jsonl',
        `${JSON.stringify({ email, totp_secret: 'AAAAAAAAAAAAAAAAAAAAAAAA' })}\n`,
      );
      const args = ['users', 'import', path, '--on-conflict', 'update'];
      const outcome = await runHere(args, { env: settingsOf(keyward.database) });
      assert.equal(outcome.code, 0, outcome.stderr);
      keyward.clock.advance(60_000);
      const { challenge } = await challengeOf(email);
      const code = codeOf(Secret.fromBase32(BASE32));
      assert.equal((await answer({ challenge, method: 'totp', code })).status, 200);
    });
  });
}
