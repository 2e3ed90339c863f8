import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fastest } from '../support/resources.ts';
import { createFrontends } from '../../src/features/settings/frontends.ts';
import { DATABASES } from '../support/databases.ts';
import { FULL } from '../support/usual-size.ts';
import { type Answer, assertError } from '../support/keyward.ts';
import { linkIn } from '../support/mail-server.ts';
import {
  addMember,
  asRedirect,
  assertErrorRedirect,
  codeFor,
  mailFor,
  openLink,
  send,
  suiteMailed,
} from './codes/support/mailed.ts';

const FIRST = 'https://app.example.com';
const SECOND = 'https://admin.example.com:8443';
const ALLOWED = { KEYWARD_ALLOWED_FRONTENDS: `${FIRST},${SECOND}` };

/** Each address leads, or seems to lead, to an origin that is not an allowed frontend. */
const HOSTILE = [
  '',
  'null',
  '/',
  '*',
  'app.example.com',
  '//app.example.com',
  '//evil.example',
  '///evil.example',
  'https:app.example.com',
  'https:/app.example.com',
  'https://',
  'http://[',
  'https://[::1',
  'https://%',
  'https://%zz.example',
  'https://app.example.com%2eevil.example',
  'https://app.example.com:99999',
  'https://app.example.com@evil.example',
  'https://app.example.com:443@evil.example',
  'https://user@app.example.com',
  'https://user:password@app.example.com',
  'https://app.example.com.evil.example',
  'https://evil-app.example.com',
  'https://app.example.com.',
  'https://evil.example/https://app.example.com',
  'https://evil.example/app.example.com',
  'https://evil.example?https://app.example.com',
  'https://evil.example#https://app.example.com',
  'https://app.example.com?next=https://evil.example',
  'https://app.example.com#evil',
  'https://sub.app.example.com',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://admin.example.com',
  'ws://app.example.com',
  'ftp://app.example.com',
  'javascript:alert(1)',
  'javascript://app.example.com/%0aalert(1)',
  'data:text/html,evil',
  'blob:https://app.example.com/1',
  'file:///etc/passwd',
  '\\\\evil.example',
  'https:\\\\evil.example',
  'https:\\\\app.example.com',
  'https://evil.example\\.app.example.com',
  'https://app.example.com\\@evil.example',
  'https://app.example.com\\.evil.example',
  ' https://app.example.com',
  'https://app.example.com ',
  'ht\ttps://app.example.com',
  'https://app.example.com\t.evil.example',
  'https://app.example.com\r\nLocation: https://evil.example',
  'https://app.example.com/\r\nSet-Cookie: a=b',
  'https://app.example.com\n',
  'https://app.example.com\0.evil.example',
  'https://app.example.com\u2028',
  'https://\u0430pp.example.com',
  'http://localhost:5173',
  'http://127.0.0.1',
  `https://${'a'.repeat(2_000)}.example`,
  `https://evil.example/${'/'.repeat(2_000)}x`,
];

/** Some of them cannot be sent as a header, and one means that there is no origin. */
const HOSTILE_ORIGINS = HOSTILE.filter(
  (vector) => /^[\x20-\x7e]+$/.test(vector) && vector.trim() === vector && vector !== 'null',
);

/** Runs `work`, which must end at once. */
async function promptly<T>(work: () => Promise<T>): Promise<T> {
  const results: T[] = [];
  const took = await fastest(300, async () => results.push(await work()));
  assert.ok(took < 300, `${took}`);
  return results.at(-1) ?? assert.fail();
}

// On one database, because the list does not depend on it.
for (const kind of DATABASES.slice(0, 1)) {
  describe(`hostile frontends on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: ALLOWED });

    it('OA12: the send routes refuse them in the body, the query and Origin, and do nothing', async () => {
      const { email } = await addMember(keyward);
      const refused = async (what: string, work: () => Promise<Answer>) => {
        const answer = await promptly(work);
        // Longer ones do not even fit the schema.
        const tooLong = what.length > 2_048;
        assert.equal(answer.body['error'], tooLong ? 'ValidationError' : 'FrontendUrlNotAllowedError', what);
        assert.equal(answer.status, tooLong ? 422 : 400);
        assert.equal(answer.text.includes('evil'), false, answer.text);
      };
      for (const [place, form] of ['otp', 'link'].entries()) {
        const path = `/send/email/${form}/login`;
        // Both read the address in the same way.
        const vectors = HOSTILE.filter((_, index) => FULL || index % 2 === place);
        for (const vector of vectors) {
          await refused(vector, () => keyward.call('POST', path, { body: { email, frontend_url: vector } }));
          await refused(vector, () =>
            keyward.call('POST', `${path}?${new URLSearchParams({ frontend_url: vector }).toString()}`, {
              body: { email },
            }),
          );
        }
        for (const origin of HOSTILE_ORIGINS) {
          const answer = await promptly(() =>
            keyward.call('POST', path, { body: { email }, headers: { origin } }),
          );
          assertError(answer, 400, 'FrontendUrlNotAllowedError');
          assert.equal(answer.headers.has('access-control-allow-origin'), false);
        }
        const twice = `${path}?frontend_url=${FIRST}&frontend_url=https://evil.example`;
        assertError(await keyward.call('POST', twice, { body: { email } }), 422, 'ValidationError');
        for (const frontend_url of [1, true, null, [FIRST], { 0: FIRST }]) {
          const answer = await keyward.call('POST', path, { body: { email, frontend_url } });
          assertError(answer, 422, 'ValidationError');
        }
      }
      assert.deepEqual(await keyward.database.query('select id from codes'), []);
      // The limit of one mail a minute is unused, and no mail was sent before.
      await codeFor(keyward, 'login', email);
      assert.equal(keyward.mail.mails.length, 1);
    });

    it('OA12: GET /link refuses them in the query and in Origin, and uses nothing up', async () => {
      const { id, email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const sessions = () => keyward.database.query('select id from sessions where account_id = $1', [id]);
      const before = await sessions();
      for (const frontend_url of HOSTILE) {
        const redirect = await promptly(() => openLink(keyward, 'login', { email, otp, frontend_url }));
        assertErrorRedirect(redirect, FIRST, 'frontend_url_not_allowed');
        assert.equal(redirect.headers.get('location')?.includes('evil'), false);
      }
      for (const origin of HOSTILE_ORIGINS) {
        const redirect = await promptly(() => openLink(keyward, 'login', { email, otp }, { origin }));
        assertErrorRedirect(redirect, FIRST, 'frontend_url_not_allowed');
      }
      for (const twice of [
        `${FIRST}&frontend_url=https://evil.example`,
        `https://evil.example&frontend_url=${FIRST}`,
      ]) {
        const path = `/link/login?email=${email}&otp=${otp}&frontend_url=${twice}`;
        const redirect = asRedirect(await keyward.call('GET', path));
        assertErrorRedirect(redirect, FIRST, 'frontend_url_not_allowed');
      }
      assert.deepEqual(await sessions(), before);
      const good = await openLink(keyward, 'login', { email, otp, frontend_url: SECOND });
      assert.equal(good.target, `${SECOND}/oauth/callback`);
    });

    it('allowed ones are accepted in every spelling, and mailed in one', async () => {
      const spellings = [
        [FIRST, FIRST],
        [`${FIRST}/`, FIRST],
        ['HTTPS://APP.Example.com:443', FIRST],
        [`${FIRST}/a/b/`, `${FIRST}/a/b`],
        [`${FIRST}/a/../c`, `${FIRST}/c`],
        [SECOND, SECOND],
        [keyward.url, keyward.url],
      ] as const;
      for (const [given, mailed] of spellings) {
        const { email } = await addMember(keyward);
        const link = new URL(linkIn(await mailFor(keyward, 'login', email, { frontendUrl: given })));
        assert.equal(link.searchParams.get('frontend_url'), mailed);
      }
    });

    it('an explicit frontend wins over Origin; a null Origin counts as none', async () => {
      const [one, two, three] = [
        await addMember(keyward),
        await addMember(keyward),
        await addMember(keyward),
      ];
      const explicit = await mailFor(keyward, 'login', one.email, {
        frontendUrl: SECOND,
        headers: { origin: 'https://evil.example' },
      });
      assert.equal(new URL(linkIn(explicit)).searchParams.get('frontend_url'), SECOND);
      const fromOrigin = await mailFor(keyward, 'login', two.email, { headers: { origin: FIRST } });
      assert.equal(new URL(linkIn(fromOrigin)).searchParams.get('frontend_url'), FIRST);
      const none = await mailFor(keyward, 'login', three.email, {
        form: 'link',
        headers: { origin: 'null' },
      });
      assert.equal(new URL(linkIn(none)).searchParams.has('frontend_url'), false);
      const answer = await send(keyward, 'verify', three.email, { headers: { origin: 'null' } });
      assert.equal(answer.headers.has('access-control-allow-origin'), false);
    });
  });
}

describe('the list of frontends', () => {
  const LOOPBACK = [
    'http://localhost:5173',
    'https://localhost:5173',
    'http://app.localhost',
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://[::1]:3000',
  ];
  const NOT_LOOPBACK = [
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://128.0.0.1',
    'http://192.168.0.1',
    'http://[::2]',
    'https://app.example.com',
  ];

  it('without one, this machine is allowed while the service itself is on it', () => {
    const frontends = createFrontends(
      () => 'http://127.0.0.1:4000',
      [],
      () => 'http://127.0.0.1:4000/auth',
    );
    for (const origin of LOOPBACK) {
      assert.equal(frontends.isAllowed(origin), true, origin);
      assert.equal(frontends.resolve(origin), origin);
    }
    for (const origin of NOT_LOOPBACK) {
      assert.equal(frontends.isAllowed(origin), false, origin);
      assert.throws(() => frontends.resolve(origin), { kind: 'FrontendUrlNotAllowedError' });
    }
  });

  it('without one, a service on a public address allows itself alone', () => {
    const frontends = createFrontends(
      () => 'https://auth.example.org/id',
      [],
      () => 'https://auth.example.org/auth',
    );
    assert.equal(frontends.fallback, 'https://auth.example.org/id');
    assert.equal(frontends.isAllowed('https://auth.example.org'), true);
    for (const origin of [...LOOPBACK, ...NOT_LOOPBACK])
      assert.equal(frontends.isAllowed(origin), false, origin);
  });

  it('with one, this machine is not allowed unless it is listed', () => {
    const frontends = createFrontends(
      () => 'http://127.0.0.1:4000',
      [FIRST],
      () => 'http://127.0.0.1:4000/auth',
    );
    assert.equal(frontends.fallback, FIRST);
    assert.equal(frontends.isAllowed(FIRST), true);
    for (const origin of LOOPBACK) assert.equal(frontends.isAllowed(origin), false, origin);
  });
});
