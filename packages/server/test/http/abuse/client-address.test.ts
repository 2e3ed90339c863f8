import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Login, logIn, status, statuses, suiteKeyward, times, WRONG } from './logins.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`the address of a client without a proxy on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind);

    it('RL5: without trusted proxies, forwarded addresses change nothing', async () => {
      const { email } = await keyward.signUp();
      const forged = (index: number) => ({
        'x-forwarded-for': `198.51.100.${index}`,
        forwarded: `for=198.51.100.${index}`,
        'x-real-ip': `198.51.100.${index}`,
      });
      for (let index = 0; index < 10; index += 1) {
        const login = { identifier: email, password: WRONG, headers: forged(index), from: '127.0.0.9' };
        assert.equal(await status(keyward, login), 401);
      }
      const last = { identifier: email, headers: forged(11) };
      assert.equal(await status(keyward, { ...last, from: '127.0.0.9' }), 429);
      const { access_token: token } = Object((await logIn(keyward, { ...last, from: '127.0.0.8' })).json());
      const me = await keyward.call('GET', '/me', { token: String(token), headers: forged(12) });
      assert.equal(Object(me.body['session']).ip_address, '127.0.0.8');
    });
  });

  describe(`limits of failed logins behind a proxy on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind, {
      settings: { KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8', KEYWARD_LIMIT_ADDRESS: '15/1h' },
    });
    const from = (address: string, login: Login) =>
      status(keyward, { ...login, headers: { 'x-forwarded-for': address } });

    it('RL4: an IPv6 /64 is one address, however it is written', async () => {
      const { email } = await keyward.signUp();
      for (let host = 1; host <= 10; host += 1) {
        assert.equal(await from(`2001:db8:1:2::${host}`, { identifier: email, password: WRONG }), 401);
      }
      for (const address of [
        '2001:db8:1:2::ffff',
        '2001:DB8:0001:0002:8000:0:0:1',
        '2001:db8:1:2:a:b:1.2.3.4',
      ]) {
        assert.equal(await from(address, { identifier: email }), 429, address);
      }
      assert.equal(await from('2001:db8:1:3::1', { identifier: email }), 200);
    });

    it('RL4: an IPv4 address and its IPv6 forms are one address', async () => {
      const { email } = await keyward.signUp();
      const forms = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'];
      for (let failure = 0; failure < 10; failure += 1) {
        const form = forms[failure % forms.length] ?? '';
        assert.equal(await from(form, { identifier: email, password: WRONG }), 401, form);
      }
      for (const form of forms) assert.equal(await from(form, { identifier: email }), 429, form);
      assert.equal(await from('203.0.113.8', { identifier: email }), 200);
    });

    it('RL4: addresses that the client claims before the proxy adds its own are ignored', async () => {
      const { email } = await keyward.signUp();
      for (let failure = 0; failure < 10; failure += 1) {
        await from(`198.51.100.${failure}, 203.0.113.20`, { identifier: email, password: WRONG });
      }
      assert.equal(await from('198.51.100.99, 203.0.113.20', { identifier: email }), 429);
    });

    it('RL1: too many failures from one address lock every account for it', async () => {
      const { email } = await keyward.signUp();
      const guesses = times(20, (index) =>
        from('203.0.113.30', { identifier: `nobody${index}@example.org`, password: WRONG }),
      );
      assert.deepEqual(await statuses(guesses), { 404: 15, 429: 5 });
      assert.equal(await from('203.0.113.30', { identifier: email }), 429);
      assert.equal(await from('203.0.113.31', { identifier: email }), 200);
    });
  });
}
