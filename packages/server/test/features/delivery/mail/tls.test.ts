import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { before, describe, it } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { emailEnvironment, smtpSecurity } from '../../../../src/features/settings/email-settings.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { until } from '../../../support/until.ts';
import { makeCertificate, trust, type Certificate } from './certificates.ts';
import { codeMail, inTime, SENDER, startMailer } from './harness.ts';

/** A non-loopback address of this machine, like that of a remote server. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

let certificate: Certificate;

const accepting: SMTPServerOptions = {
  disabledCommands: [],
  onAuth: ({ username = '' }, _session, done) => done(null, { user: username }),
};
const startTls = (): SMTPServerOptions => ({ ...accepting, ...certificate });

/** A server without TLS that accepts and counts passwords. */
function plainServer() {
  let count = 0;
  const smtp: SMTPServerOptions = {
    ...accepting,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      count += 1;
      done(null, { user: 'ada' });
    },
  };
  return { smtp, authentications: () => count };
}

/** A free port that ends in 465. */
async function implicitTlsPort(): Promise<number> {
  for (let port = 20_465; port < 60_000; port += 1_000) {
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    probe.close();
    if (free) return port;
  }
  throw new Error('No free port ends in 465');
}

describe('TLS to the mail server', () => {
  before(async () => {
    certificate = await makeCertificate({ host: 'localhost' });
  });
  it('upgrades with STARTTLS before it authenticates, and checks the certificate', async () => {
    using _ = trust(certificate);
    await using server = await startMailServer({ smtp: startTls() });
    await using test = await startMailer({
      email: { host: 'localhost', port: server.port, use_tls: true, username: 'ada', password: 'secret' },
    });
    test.send(codeMail(test.clock));
    test.begin();
    const { secure, user } = await server.nextMail('ada@example.org');
    assert.deepEqual({ secure, user }, { secure: true, user: 'ada' });
  });

  it('speaks TLS from the first byte on a port that ends in 465', async () => {
    using _ = trust(certificate);
    const port = await implicitTlsPort();
    await using server = await startMailServer({
      port,
      smtp: { ...startTls(), secure: true, disabledCommands: ['AUTH'] },
    });
    await using test = await startMailer({ email: { host: 'localhost', port, use_tls: true } });
    test.send(codeMail(test.clock));
    test.begin();
    const { secure } = await server.nextMail('ada@example.org');
    assert.equal(secure, true);
  });

  it('RE7: sends neither mail nor password when STARTTLS was stripped', async () => {
    const plain = plainServer();
    await using server = await startMailServer({ smtp: plain.smtp });
    await using test = await startMailer({
      email: { host: 'localhost', port: server.port, use_tls: true, username: 'ada', password: 'secret' },
    });
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().retrying > 0, 'a failure');
    assert.match(test.mailer.state().lastError?.message ?? '', /STARTTLS/);
    assert.deepEqual([plain.authentications(), server.mails.length], [0, 0]);
    assert.equal(test.mailer.state().retrying, 1);
  });

  for (const [what, name] of [
    ['that nobody has signed', { host: 'localhost' }],
    ['of another host', { host: 'mail.example.org' }],
  ] as const) {
    it(`RE7: refuses a certificate ${what}, and delivers when the server has a good one`, async () => {
      const bad = await makeCertificate(name);
      using trusted = name.host === 'localhost' ? trust(certificate) : trust(bad);
      const email = { host: 'localhost', use_tls: true, username: 'ada', password: 'secret' };
      await using server = await startMailServer({ smtp: { ...accepting, ...bad } });
      await using test = await startMailer({ email: { ...email, port: server.port } });
      test.send(codeMail(test.clock));
      test.begin();
      await until(() => test.mailer.state().retrying > 0, 'a failure');
      assert.match(test.mailer.state().lastError?.message ?? '', /certificate|altnames/i);
      assert.equal(server.mails.length, 0);
      assert.equal(test.mailer.state().retrying, 1);
      await server[Symbol.asyncDispose]();
      trusted[Symbol.dispose]();
      using _ = trust(certificate);
      await using mended = await startMailServer({ port: server.port, smtp: startTls() });
      await inTime(test.clock, () => mended.mails.length === 1, 'delivered');
      assert.equal(mended.mails[0]?.secure, true);
    });
  }

  it('checks certificates even where the environment disables the check', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await using server = await startMailServer({ smtp: startTls() });
      await using test = await startMailer({
        email: { host: 'localhost', port: server.port, use_tls: true },
      });
      test.send(codeMail(test.clock));
      test.begin();
      await until(() => test.mailer.state().retrying > 0, 'a failure');
      assert.equal(server.mails.length, 0);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  describe(
    'a mail server on another machine',
    { skip: OUTSIDE === undefined && 'this machine has no other address' },
    () => {
      const host = OUTSIDE ?? '';

      it('never sends a password in the clear, whatever use_tls says', async () => {
        const plain = plainServer();
        await using server = await startMailServer({ host, smtp: plain.smtp });
        await using test = await startMailer({
          email: { host, port: server.port, use_tls: false, username: 'ada', password: 'secret' },
        });
        test.send(codeMail(test.clock));
        test.begin();
        await until(() => test.mailer.state().retrying > 0, 'a failure');
        assert.deepEqual([plain.authentications(), server.mails.length], [0, 0]);
      });

      it('without a password and use_tls, uses the TLS that is offered', async () => {
        const own = await makeCertificate({ ip: host });
        using _ = trust(own);
        await using plain = await startMailServer({ host });
        await using offering = await startMailServer({ host, smtp: { ...own, disabledCommands: ['AUTH'] } });
        for (const [server, secure] of [
          [plain, false],
          [offering, true],
        ] as const) {
          await using test = await startMailer({ email: { host, port: server.port } });
          test.send(codeMail(test.clock));
          test.begin();
          assert.equal((await server.nextMail('ada@example.org')).secure, secure);
        }
      });

      it('without a password and use_tls still checks the certificate that it is offered', async () => {
        const own = await makeCertificate({ ip: host });
        await using server = await startMailServer({ host, smtp: { ...own, disabledCommands: ['AUTH'] } });
        await using test = await startMailer({ email: { host, port: server.port } });
        test.send(codeMail(test.clock));
        test.begin();
        await until(() => test.mailer.state().retrying > 0, 'a failure');
        assert.equal(server.mails.length, 0);
      });
    },
  );
});

describe('the settings of a mail server', () => {
  const from = 'Example <auth@id.example.org>';
  const read = (smtpUrl: string) => emailEnvironment({ smtpUrl, from });

  it('come from the address, percent-decoded', () => {
    assert.deepEqual(read('smtps://us%40er:p%3Aw%2F%25@mail.example.org'), {
      host: 'mail.example.org',
      port: 465,
      username: 'us@er',
      password: 'p:w/%',
      sender: 'auth@id.example.org',
      sender_name: 'Example',
      use_tls: true,
    });
    const { host, port, username, use_tls } = read('smtp://[::1]:2525');
    assert.deepEqual(
      { host, port, username, use_tls },
      { host: '::1', port: 2525, username: '', use_tls: false },
    );
    assert.equal(read('smtp://mail.example.org').port, 587);
    assert.equal(read('smtp://mail.example.org').use_tls, false);
    assert.equal(read('smtp://u:p@mail.example.org').use_tls, true);
    assert.equal(read('smtp://u:p@localhost').use_tls, false);
    const bare = emailEnvironment({ smtpUrl: 'smtp://localhost', from: 'auth@id.example.org' });
    assert.deepEqual([bare.sender, bare.sender_name], ['auth@id.example.org', '']);
    assert.deepEqual(emailEnvironment({}), {});
  });

  for (const [settings, expected] of [
    [{ host: 'm.test', port: 465, use_tls: true }, 'secure'],
    [{ host: 'm.test', port: 2465, use_tls: false }, 'secure'],
    [{ host: 'localhost', port: 465, use_tls: false }, 'secure'],
    [{ host: 'm.test', port: 587, use_tls: true }, 'requireTLS'],
    [{ host: 'localhost', port: 587, use_tls: true }, 'requireTLS'],
    [{ host: 'm.test', port: 25, use_tls: false, username: 'u' }, 'requireTLS'],
    [{ host: 'localhost', port: 25, use_tls: false, username: 'u' }, 'ignoreTLS'],
    [{ host: '127.0.0.1', port: 25, use_tls: false }, 'ignoreTLS'],
    [{ host: 'm.test', port: 25, use_tls: false }, 'none of them'],
  ] as const) {
    it(`${JSON.stringify(settings)} → ${expected}`, () => {
      const security = smtpSecurity({ ...SENDER, ...settings });
      const chosen = Object.entries(security).flatMap(([name, on]) => (on ? [name] : []));
      assert.deepEqual(chosen, expected === 'none of them' ? [] : [expected]);
    });
  }
});
