import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SETTINGS, UNLISTED } from '../../src/config/settings.ts';
import { ConfigError, createKeyward, type KeywardOptions } from '../../src/index.ts';
import { optionNames } from '../../src/mount/read-options.ts';
import { tempFolder } from '../support/at-exit.ts';
import { until } from '../support/until.ts';
import { bodyOf, direct, json, mounted } from './mounted.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

/** Options that a caller without types may pass. */
const REFUSED: [options: unknown, message: RegExp][] = [
  [null, /^options: not an object/],
  [{ databse: 'x' }, /^databse: there is no such option; did you mean database\?$/],
  [{ zebra: 1 }, /^zebra: there is no such option; use prefix, /],
  [{ tokens: { dualTokensMode: true } }, /^tokens\.dualTokensMode: .*did you mean tokens\.dualTokenMode\?$/],
  [{ tokens: 'HS256' }, /^tokens: not an object; /],
  [{ tokens: { dualTokenMode: 'yes' } }, /^tokens\.dualTokenMode: not true or false; use true or false\.$/],
  [{ databasePoolSize: '5' }, /^databasePoolSize: not a number; use a whole number from 1 to 1000\.$/],
  [{ databasePoolSize: 1.5 }, /^databasePoolSize: "1\.5" is not a number in range; /],
  [{ database: 'mysql://x' }, /^database: the value is not a database address; use sqlite:path/],
  [{ prefix: 'auth' }, /^prefix: "auth" is not a path prefix; use a path like/],
  [{ prefix: '' }, /^prefix: /],
  [{ publicUrl: 'example.org' }, /^publicUrl: "example\.org" is not/],
  [
    { allowedFrontends: 'https://a.example' },
    /^allowedFrontends: not an array of strings; use an array of strings\.$/,
  ],
  [{ allowedFrontends: ['https://a.example/path'] }, /^allowedFrontends: /],
  [{ masterKey: new Uint8Array(31) }, /^masterKey: the value is not a key of 32 bytes; /],
  [{ limits: { account: '10' } }, /^limits\.account: "10" is not a limit; /],
  [{ mail: { smtpUrl: 'smtp://localhost' } }, /^mail\.from: needed because mail\.smtpUrl is set; /],
  [{ superadmin: { email: 'a@example.org' } }, /^superadmin\.password: needed because superadmin\.email/],
  [{ providers: { idp2: { preset: 'oidc' } } }, /^providers\.idp2\.issuer: needed for the preset oidc; /],
  [{ providers: { idp11: {} } }, /^providers\.idp11: .*did you mean providers\.idp1\?$/],
  [
    { providers: { idp4: { clientId: 'x' } } },
    /^providers\.idp4\.preset: needed because providers\.idp4\.clientId is set; /,
  ],
  [{ mode: 'production', tokens: { secret: 'short' } }, /^tokens\.secret: .*shorter than 32 bytes/],
  [{ mode: 'production' }, /^publicUrl: needed in production/],
  [{ env: { KEYWARD_PREFIX: 'x' } }, /^prefix: "x" is not a path prefix/],
  [{ env: 'KEYWARD_PREFIX=/x' }, /^env: not an object/],
  [{ paths: { logs: false } }, /^paths\.logs: .*did you mean paths\.log\?$/],
  [{ paths: { log: true } }, /^paths\.log: true is not a path; use .*, or false\.$/],
  [{ paths: { log: '/auth/log' } }, /^paths\.log: "\/auth\/log" and "\/auth" overlap; /],
  [{ paths: { web: '/log' } }, /^paths\.web: "\/log" and "\/log" overlap; /],
  [{ hooks: { beforeLogin: true } }, /^hooks\.beforeLogin: not a function; /],
  [{ hooks: { onLogin() {} } }, /^hooks\.onLogin: there is no such option; /],
  [{ clientAddress: '127.0.0.1' }, /^clientAddress: not a function/],
  [{ documents: [1] }, /^documents: not an array of strings/],
  [{ compress: 'no' }, /^compress: not true or false; /],
  [{ presets: { mine: {} } }, /^presets\.mine: incomplete; /],
  [{ moreProviders: {} }, /^moreProviders: not an array/],
  [
    { moreProviders: [{ id: 'four', name: 'idp1', preset: 'oidc' }] },
    /^moreProviders\[0\]\.name: "idp1" is taken/,
  ],
  [
    { moreProviders: [{ id: 'jwt', name: 'four', preset: 'oidc' }] },
    /^moreProviders\[0\]\.id: "jwt" is taken/,
  ],
  [
    { moreProviders: [{ id: 'four', name: 'Four!', preset: 'oidc' }] },
    /^moreProviders\[0\]\.name: not a name/,
  ],
  [
    { moreProviders: [{ id: 'four', name: 'four', preset: 'myspace' }] },
    /there is no preset "myspace"; use one of google, /,
  ],
  [{ moreProviders: [{ id: 'four', name: 'four', preset: 'oidc' }] }, /^moreProviders\[0\]\.issuer: needed/],
  [{ moreProviders: [{ id: 'four', name: 'four' }] }, /^moreProviders\[0\]\.preset: missing; /],
];

/** Like JavaScript, without type checks. */
function create(options: unknown): Promise<unknown> {
  return Promise.resolve(Reflect.apply(createKeyward, undefined, [options]));
}

describe('the options of createKeyward', () => {
  it('are refused one at a time, by name and with the remedy', async () => {
    const folder = tempFolder();
    for (const [options, message] of REFUSED) {
      const all =
        typeof options === 'object' && options !== null ? { dataDir: folder.path, ...options } : options;
      await assert.rejects(create(all), (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.match(error.message, message);
        assert.match(error.message, /\.$|\?$/);
        assert.ok(!error.message.includes('KEYWARD_'), error.message);
        return true;
      });
    }
    folder.remove();
  });

  it('cover every setting of the start, except address, processes, connections, metrics, and the pages, which are a path', () => {
    const unknown = [...SETTINGS, ...UNLISTED]
      .map(({ name }) => name)
      .filter((name) => optionNames(name) === name);
    assert.deepEqual(unknown, [
      'KEYWARD_HOST',
      'KEYWARD_PORT',
      'KEYWARD_WEB',
      'KEYWARD_WORKERS',
      'KEYWARD_MAX_CONNECTIONS',
      'KEYWARD_MAX_CONNECTIONS_PER_ADDRESS',
      'KEYWARD_MANAGEMENT_PORT',
      'KEYWARD_MANAGEMENT_HOST',
    ]);
  });

  it('win over the environment, which counts only where it is passed in', async () => {
    process.env['KEYWARD_PREFIX'] = '/from-process';
    try {
      await using plain = await mounted();
      assert.equal(plain.keyward.owns('/auth/me'), true);
      assert.equal(plain.keyward.owns('/from-process/me'), false);
      const env = { KEYWARD_PREFIX: '/from-env', KEYWARD_DUAL_TOKEN_MODE: 'on' };
      await using given = await mounted({ env });
      assert.equal(given.keyward.owns('/from-env/me'), true);
      await using both = await mounted({ env, prefix: '/from-option' });
      assert.equal(both.keyward.owns('/from-option/me'), true);
      assert.equal(both.keyward.owns('/from-env/me'), false);
    } finally {
      delete process.env['KEYWARD_PREFIX'];
    }
  });

  it('move the routes outside of the prefix, or take them away', async () => {
    await using moved = await mounted({
      prefix: '/id/v1',
      paths: { log: '/id-log', documentation: '/help', web: '/pages', health: '/health', wellKnown: '/keys' },
    });
    const send = direct(moved.keyward);
    for (const path of ['/help/openapi.json', '/health/livez', '/keys/.well-known/jwks.json', '/pages/setup'])
      assert.equal((await send(path)).status, 200, path);
    for (const path of ['/id-log', '/pages/mailbox/mails', '/id/v1/me'])
      assert.equal((await send(path)).status, 401, path);
    for (const path of ['/log', '/openapi.json', '/livez', '/.well-known/jwks.json', '/setup', '/auth/me']) {
      assert.equal((await send(path)).status, 404, path);
      assert.equal(moved.keyward.owns(path), false, path);
    }
    const { paths } = await bodyOf(await send('/help/openapi.json'));
    assert.ok(
      Object.keys(Object(paths)).includes('/id-log/{name}/stream'),
      JSON.stringify(paths).slice(0, 200),
    );

    await using none = await mounted({
      paths: { log: false, documentation: false, web: false, health: false, wellKnown: false },
    });
    for (const path of ['/log', '/openapi.json', '/livez', '/.well-known/jwks.json', '/setup', '/mailbox']) {
      assert.equal((await direct(none.keyward)(path)).status, 404, path);
      assert.equal(none.keyward.owns(path), false, path);
    }
    assert.equal(await none.keyward.setUpLink(), null);
    assert.equal(none.keyward.mailboxLink(), null);
  });

  for (const kind of ANY_DATABASE)
    it(`RE11: name the data directory that a service in this process uses already, with ${kind}`, async () => {
      await using service = await mounted({}, kind);
      const { dataDir, url } = service.database;
      await assert.rejects(
        createKeyward({ dataDir, database: url }),
        /^ConfigError: dataDir: .* by a Keyward that this process has created already; use that one, or close it first\. .* its own dataDir, .* in database\.$/,
      );
      await service.keyward.close();
      await (await createKeyward({ dataDir, database: url })).close();
    });

  it('give a set-up link and one to the mailbox, also where the page has moved', async () => {
    await using service = await mounted({ publicUrl: 'https://example.org/id', paths: { web: '/pages' } });
    const link = (await service.keyward.setUpLink()) ?? assert.fail('no link');
    const mailbox = service.keyward.mailboxLink() ?? assert.fail('no link');
    assert.match(mailbox, /^https:\/\/example\.org\/id\/pages\/mailbox#key=[\w-]{43}$/);
    const [, key = ''] = mailbox.split('#key=');
    const mails = await direct(service.keyward)('/pages/mailbox/mails', {
      headers: { 'x-mailbox-key': key },
    });
    assert.equal(mails.status, 200);
    const [page, token] = link.split('#');
    assert.equal(page, 'https://example.org/id/pages/setup');
    const html = await (await direct(service.keyward)('/pages/setup')).text();
    assert.match(html, /"prefix":"\/id\/auth",.*"webPath":"\/id\/pages"/);
    const body = JSON.stringify({ token, name: 'Root', email: 'root@example.org', password: 'Superadmin-1' });
    const headers = { 'content-type': 'application/json' };
    const answer = await direct(service.keyward)('/auth/setup', { method: 'POST', headers, body });
    assert.equal(answer.status, 201, await answer.text());
    assert.equal(await service.keyward.setUpLink(), null);
  });

  for (const magicLinks of ['direct', 'confirm'] as const)
    it(`lead mails that name no frontend to the pages below their path, with ${magicLinks} links`, async () => {
      const web = 'https://example.org/id/pages';
      await using service = await mounted({
        publicUrl: 'https://example.org/id',
        paths: { web: '/pages' },
        mail: { magicLinks },
      });
      const { keyward } = service;
      const send = direct(keyward);
      const [, key = ''] = (keyward.mailboxLink() ?? assert.fail('no link')).split('#key=');
      const linkOf = async (kind: string) => {
        let link: unknown;
        await until(async () => {
          const { mails } = await bodyOf(
            await send('/pages/mailbox/mails', { headers: { 'x-mailbox-key': key } }),
          );
          link = (Array.isArray(mails) ? mails : []).find((mail) => Object(mail)['kind'] === kind)?.['link'];
          return typeof link === 'string';
        }, `a mail of the kind ${kind}`);
        return String(link);
      };
      await keyward.api.accounts.create({ name: 'Ada', email: 'ada@example.org' });
      await keyward.api.invitations.create({ email: 'grace@example.org' });
      assert.ok((await linkOf('invitation')).startsWith(`${web}/invitation?token=`));
      assert.equal(
        (await send('/auth/send/email/link/reset', json({ email: 'ada@example.org' }))).status,
        200,
      );
      const link = await linkOf('link');
      if (magicLinks === 'confirm') return assert.ok(link.startsWith(`${web}/magic-link/confirm?`), link);
      const opened = await send(link.slice('https://example.org/id'.length));
      assert.equal(opened.status, 307);
      assert.ok(opened.headers.get('location')?.startsWith(`${web}/reset-password?`));
    });

  it('warn in their own names', async () => {
    const folder = tempFolder();
    await using service = await mounted({
      mode: 'production',
      publicUrl: 'https://example.org',
      dataDir: join(folder.path, 'data'),
      tokens: { secret: 'x'.repeat(32) },
    });
    assert.deepEqual(service.warned, [
      'mail.smtpUrl is not set; routes that send mail answer 503.',
      'mails link to pages that Keyward does not have here; give it a path for them in paths.web, or name the origin of yours in allowedFrontends.',
    ]);
    folder.remove();
    const withPages: KeywardOptions[] = [
      { paths: { web: '/id' } },
      { paths: { web: false }, allowedFrontends: ['https://app.example.org'] },
    ];
    for (const options of withPages) {
      await using other = await mounted(options);
      assert.deepEqual(other.warned, [], JSON.stringify(options));
    }
  });

  it('add providers beside the three', async () => {
    const options: KeywardOptions = {
      moreProviders: [
        {
          id: 'idp4',
          name: 'company',
          preset: 'mine',
          issuer: 'https://id.example.org',
          clientId: 'x',
          clientSecret: 'y',
        },
      ],
      presets: {
        mine: {
          issuer: 'https://id.example.org',
          scopes: ['openid'],
          endpoints: { authorization: 'https://id.example.org/go', token: 'https://id.example.org/token' },
          profile: () => Promise.resolve(null),
        },
      },
    };
    await using service = await mounted(options);
    const answer = await direct(service.keyward)('/auth/company/login?frontend_url=http://localhost:3000');
    assert.equal(answer.status, 307);
    const location = new URL(answer.headers.get('location') ?? '');
    assert.equal(location.origin + location.pathname, 'https://id.example.org/go');
    assert.equal(location.searchParams.get('redirect_uri'), 'http://127.0.0.1:4000/auth/company/callback');
  });
});
