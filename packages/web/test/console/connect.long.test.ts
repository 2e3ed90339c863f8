import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { HAS_BROWSER } from '../../../client/test/support/browser.ts';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { SCOPES } from '../../../server/src/features/audit/actors/scopes.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { suiteSite } from '../support/site.ts';

describe(
  'the pages that connect people and programs',
  { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' },
  () => {
    const site = suiteSite({ settings: { KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128' } });

    it('API keys: makes one, shows it once, and revokes it', async () => {
      await using visit = await openConsole(site, '/console/api-keys');
      const { page } = visit;
      await page.getByRole('button', { name: 'Create key' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Exporter');
      assert.ok(await dialog.getByRole('button', { name: 'Create key' }).isDisabled());
      const presets = dialog.getByRole('group', { name: 'Common choices' });
      await presets.getByRole('button', { name: 'Read only' }).click();
      assert.ok(await dialog.getByLabel('events:read').isChecked());
      assert.ok(!(await dialog.getByLabel('accounts:write').isChecked()));
      assert.equal(
        await dialog.locator('input[name="scopes"]').count(),
        SCOPES.length,
        'every scope of the service',
      );
      await presets.getByRole('button', { name: 'Provisioning' }).click();
      assert.ok(await dialog.getByLabel('organizations:write').isChecked());
      assert.ok(!(await dialog.getByLabel('events:read').isChecked()));
      await noViolations(page);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const key =
        (await page
          .getByRole('dialog')
          .getByText(/^kw_live_/)
          .textContent()) ?? '';
      const listed = await site.keyward.call('GET', '/account', { token: key });
      assert.equal(listed.status, 200);
      await page.getByRole('button', { name: 'I have kept it' }).click();
      await page.getByRole('row', { name: /Exporter/ }).waitFor();
      await noViolations(page);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('There are no API keys').waitFor();
      assert.equal((await site.keyward.call('GET', '/account', { token: key })).status, 401);
    });

    it('invitations: mails one, mails it again, and takes it back', async () => {
      await using visit = await openConsole(site, '/console/invitations', { statuses: [422] });
      const { page } = visit;
      await page.getByRole('button', { name: 'Invite' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('grace');
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await dialog.locator('[aria-invalid="true"]').waitFor();
      await dialog.getByLabel('Email').fill('grace@example.org');
      await noViolations(page);
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      const row = page.getByRole('row', { name: /grace@example.org/ });
      await row.getByText('waiting').waitFor();
      const first = await site.mailTo('grace@example.org');
      await row.getByRole('button', { name: 'Resend' }).click();
      await page.getByText('Another mail goes to grace@example.org').waitFor();
      await noViolations(page);
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Nobody is invited').waitFor();
      assert.ok(first.link);
    });

    it('invitations: invites a list, with a result for each, and keeps the refused ones', async () => {
      await using visit = await openConsole(site, '/console/invitations', { statuses: [422] });
      const { page } = visit;
      await page.getByRole('button', { name: 'Invite' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel('Emails')
        .fill('jean@example.org, no-email\nbetty@example.org; jean@example.org');
      assert.equal(await dialog.getByLabel('Name').count(), 0);
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await dialog.getByText('1 of 3 could not be invited').waitFor();
      const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem');
      assert.deepEqual(
        (await results.allInnerTexts()).map((text) => text.replace(/\n[^]*\n/, ' ').replaceAll('\n', ' ')),
        ['jean@example.org invited', 'no-email not invited', 'betty@example.org invited'],
      );
      assert.equal(await dialog.getByLabel('Emails').inputValue(), 'no-email');
      await noViolations(page);
      await dialog.getByLabel('Emails').fill('kay@example.org fran@example.org');
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByText('2 invitations are on their way.').waitFor();
      for (const name of ['jean', 'betty', 'kay', 'fran'])
        await page.getByRole('row', { name: new RegExp(`${name}@example.org`) }).waitFor();
    });

    it('webhooks: adds one, tests it, shows its deliveries, rotates, pauses, replays and deletes it', async () => {
      const bodies: string[] = [];
      let refused = '';
      const server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          bodies.push(body);
          const isFirst = body.includes('account.created') && request.headers['webhook-id'] !== refused;
          if (isFirst) refused = String(request.headers['webhook-id']);
          response.writeHead(isFirst ? 500 : 200).end('thank you');
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await using _ = { [Symbol.asyncDispose]: () => closeServer(server) };
      const address = `http://127.0.0.1:${portOf(server)}`;
      await using visit = await openConsole(site, '/console/webhooks');
      const { page } = visit;
      await page.getByRole('button', { name: 'Add webhook' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Address').fill(`${address}/services/T024BE7LD?key=hush`);
      await form.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'I have kept it' }).click();
      const shown = `${address}/services/•••?key=•••`;
      assert.ok(!(await page.content()).includes('T024BE7LD'));
      await page.getByRole('row').filter({ hasText: shown }).click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('button', { name: 'Send test event' }).click();
      await panel.getByText('thank you').first().waitFor();
      const person = { name: 'Grace', email: 'hopper@example.org', password: PASSWORD };
      await site.keyward.call('POST', '/signup/password', { body: person });
      const delivery = panel.getByRole('row', { name: /account.created/ });
      await delivery.getByText(/^retrying, 2 of 8, next at .*\d:\d\d/).waitFor();
      await delivery.click();
      await panel.getByRole('button', { name: 'Retry now' }).click();
      await delivery.getByText('succeeded').waitFor();
      await page.reload();
      await page.getByText('100%').waitFor();
      await noViolations(page);
      await panel.getByRole('button', { name: 'Pause' }).click();
      await panel.getByRole('button', { name: 'Resume' }).click();
      await panel.getByRole('button', { name: 'Pause' }).waitFor();
      await panel.getByRole('button', { name: 'Rotate secret' }).click();
      await page
        .getByRole('dialog', { name: 'Rotate the secret?' })
        .getByRole('button', { name: 'Rotate secret' })
        .click();
      await page.getByRole('button', { name: 'I have kept it' }).click();
      await panel.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: `Delete ${shown}` });
      assert.ok(await question.getByRole('button', { name: 'Delete' }).isDisabled());
      await question.getByLabel('Type DELETE to confirm').fill('DELETE');
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('There are no webhooks').waitFor();
      assert.ok(bodies.length >= 2);
    });

    it('mailbox: shows a mail with its code and link, and is cleared', async () => {
      await site.keyward.call('POST', '/send/email/link/signup', { body: { email: 'ada@example.org' } });
      await site.mailTo('ada@example.org');
      await using visit = await openConsole(site, '/console/mailbox');
      const { page } = visit;
      await page.getByRole('button', { name: /ada@example.org/ }).click();
      const frame = page.frameLocator('iframe');
      await frame.getByRole('link').first().waitFor();
      await page.getByText('Text', { exact: true }).click();
      await page.getByRole('link', { name: 'Open the link' }).waitFor();
      await noViolations(page);
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('Type CLEAR to confirm').fill('CLEAR');
      await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
      await page.getByText('No mail yet').waitFor();
    });

    it('overview: shows what needs attention, the totals, and recent events', async () => {
      await using visit = await openConsole(site, '/console');
      const { page } = visit;
      await page.getByRole('heading', { name: /needs? attention|Everything is well/ }).waitFor();
      await page.getByRole('heading', { name: 'Sign-ins over time' }).waitFor();
      await page.getByRole('button', { name: /Show all/ }).click();
      await page.getByText('Caught mails', { exact: true }).waitFor();
      await page.getByText('7 days', { exact: true }).click();
      await page.waitForURL('**/console?span=week');
      await noViolations(page);
    });

    it('sessions: ends one, and clears all, which signs everybody out', async () => {
      const root = await addSuperadmin(site.keyward);
      await using visit = await openConsole(site, '/console/sessions');
      const { page } = visit;
      await page.getByText('this one').waitFor();
      await noViolations(page);
      await page
        .getByRole('row', { name: new RegExp(root.email) })
        .getByRole('button')
        .first()
        .click();
      await page.getByText('The session has ended.').waitFor();
      assert.equal((await site.keyward.call('GET', '/me', { token: root.token })).status, 401);
      await page.getByRole('button', { name: 'Sign out everybody' }).click();
      await page.getByLabel('Type CLEAR to confirm').fill('CLEAR');
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everybody' }).click();
      await page.getByText('Your session has ended').waitFor();
    });
  },
);
