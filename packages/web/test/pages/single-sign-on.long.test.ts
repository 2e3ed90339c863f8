import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addApplication, authorizePath, pkce } from '../../../server/test/http/oauth/flows.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { type KeywardProcess, startProcess } from '../../../server/test/support/process.ts';
import { closeServer, freePort, portOf } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { type Site, suiteSite } from '../support/site.ts';
import { arriveAt, press, signIn } from './people.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/openid-client/server.ts', import.meta.url));

/** The example as an application of a service. */
async function startApplication(site: Site, name: string): Promise<KeywardProcess> {
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const { id, secret } = await addApplication(site.keyward, {
    name,
    redirect_uris: [`${home}/callback`],
    post_logout_redirect_uris: [`${home}/`],
    backchannel_logout_uri: `${home}/backchannel-logout`,
  });
  const env = { PORT: String(port), ISSUER: site.url, CLIENT_ID: id, CLIENT_SECRET: secret };
  return startProcess({ script: EXAMPLE, args: [], env });
}

for (const mode of ['off', 'on'] as const) {
  describe(`two applications with cookie mode ${mode}`, IN_BROWSER, () => {
    const site = suiteSite({
      settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8', KEYWARD_COOKIE_MODE: mode },
    });
    let applications: KeywardProcess[];
    before(async () => {
      applications = await Promise.all(['Orders', 'Notes'].map((name) => startApplication(site, name)));
    });
    after(() => Promise.all(applications.map((one) => one[Symbol.asyncDispose]())));

    it('share one sign-in, and the sign-out of one ends the other', async () => {
      const { email } = await addPerson(site.keyward);
      const [orders = '', notes = ''] = applications.map(({ url }) => url);
      await using visit = await site.open(orders, { origins: [orders, notes], statuses: [404] });
      const { page } = visit;
      await page.getByRole('link', { name: 'Sign in' }).click();
      await arriveAt(page, /^Sign in to Keyward/);
      await signIn(page, email);
      await arriveAt(page, 'Sign in to Orders?');
      await press(page, 'Allow');
      await arriveAt(page, `Hello ${email}`);

      await page.goto(notes);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await arriveAt(page, 'Sign in to Notes?');
      await press(page, 'Allow');
      await arriveAt(page, `Hello ${email}`);

      await page.getByRole('link', { name: 'Sign out' }).click();
      await page.waitForURL(`${notes}/`);
      await arriveAt(page, 'Hello stranger');
      const isOut = async () => {
        await site.keyward.app.services.sendLogouts();
        return (await (await page.goto(orders))?.text())?.includes('Hello stranger') === true;
      };
      await until(isOut, 'the other application is told');
      // Without a new sign-in, nobody gets back in.
      await page.getByRole('link', { name: 'Sign in' }).click();
      await arriveAt(page, /^Sign in to Keyward/);
      assert.deepEqual(
        applications.map((one) => one.stderr()),
        ['', ''],
      );
    });

    it('a person signs out by the service, and no page of another site can do so', async () => {
      const { email } = await addPerson(site.keyward);
      const evil = 'http://evil.example';
      await using visit = await site.open(`${site.url}/signin`, { origins: [evil] });
      const { page } = visit;
      const address = `${site.url}/auth/oauth/logout`;
      const body = `<form method="post" action="${address}"><input name="keyward_confirmed" value="1"></form>
        <script>document.forms[0].submit()</script>`;
      await visit.context.route(`${evil}/**`, (route) => route.fulfill({ body, contentType: 'text/html' }));
      await signIn(page, email);
      await arriveAt(page, 'Your account');
      await page.goto(evil);
      await arriveAt(page, 'Do you want to sign out?');
      await page.goto(`${site.url}/account`);
      await arriveAt(page, 'Your account');

      await page.goto(address);
      await press(page, 'Sign out');
      await arriveAt(page, mode === 'on' ? 'You are signed out' : 'No session was found');
      await page.goto(`${site.url}/account`);
      await arriveAt(page, mode === 'on' ? /^Sign in to Keyward/ : 'Your account');
    });

    it('the browser goes on to the application, and from there to anywhere', async () => {
      const server = createServer(({ url = '' }, response) => {
        const [, to] = url.split('?to=');
        if (to === undefined) response.setHeader('content-type', 'text/html').end('<h1>You are there</h1>');
        else response.writeHead(303, { location: decodeURIComponent(to) }).end();
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const home = `http://127.0.0.1:${portOf(server)}`;
      // Another origin of the same server.
      const end = `http://localhost:${portOf(server)}/end`;
      const on = `${home}/on?to=${encodeURIComponent(end)}`;
      const application = await addApplication(site.keyward, {
        redirect_uris: [on],
        post_logout_redirect_uris: [on],
      });
      const { challenge } = pkce();
      const fields = { response_mode: 'form_post', prompt: 'none', redirect_uri: on };
      const path = authorizePath(application, {
        ...fields,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      await using visit = await site.open(`${site.url}/auth${path}`, {
        origins: [home, new URL(end).origin],
      });
      await arriveAt(visit.page, 'You are there');
      const query = new URLSearchParams({ client_id: application.id, post_logout_redirect_uri: on });
      await visit.page.goto(`${site.url}/auth/oauth/logout?${query.toString()}`);
      await press(visit.page, 'Sign out');
      await arriveAt(visit.page, 'You are there');
      assert.equal(visit.page.url(), end);
      await closeServer(server);
    });
  });
}
