import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson } from '../../../server/test/http/people.ts';
import { freePort } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import { PAGES } from '../../src/console/shell/pages.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { type ConsoleVisit, openConsole } from '../support/console.ts';
import { lookAtTables, type SeenTable } from '../support/tables.ts';
import { suiteSite } from '../support/site.ts';

const WIDTHS = [1920, 1440, 1366, 1280, 1024, 360];
/** Longer than any column. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim().slice(0, 100);
const WORD = LONG.replaceAll(' ', '').toLowerCase();

describe('the tables of the console', IN_BROWSER, () => {
  const site = suiteSite({ settings: { KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128' } });

  /** Something long in every table. @returns what their pages are called */
  async function fill({ root }: ConsoleVisit): Promise<readonly string[]> {
    const admin = async (method: string, path: string, body: object) => {
      const { keyward } = site;
      const options = { token: root.token, body };
      const answer = await (path === '/log'
        ? keyward.callRoot(method, path, options)
        : keyward.call(method, path, options));
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.body;
    };
    const email = `${WORD.slice(0, 60)}@example.org`;
    const person = await addPerson(site.keyward, {
      name: LONG,
      handle: WORD.slice(0, 30),
      email,
      phone: '+12025550143',
    });
    await site.keyward.call('POST', '/send/email/otp/login', { body: { email } });
    await admin('POST', '/invitation', { email: `x${email}`, name: LONG });
    await admin('POST', '/apikey', {
      name: LONG,
      scopes: ['accounts:read', 'accounts:write', 'sessions:read', 'sessions:write'],
      allowed_addresses: ['192.0.2.0/24', '2001:db8:1234:5678::/64'],
    });
    const { id } = await admin('POST', '/webhook', {
      url: `http://127.0.0.1:${await freePort()}/${WORD}`,
      description: LONG,
      types: ['account.*', 'invitation.*', 'session.*'],
    });
    await admin('PATCH', '/config/cookie', { path: `/${WORD}` });
    await site.keyward.signUp();
    await admin('POST', '/log', { name: WORD.slice(0, 60), source: 'app' });
    return [
      ...PAGES.map(({ path }) => path),
      'logs?tab=server',
      'logs?tab=snapshots',
      `webhooks/${String(id)}`,
      `accounts/${person.id}`,
      'settings/cookies',
    ];
  }

  it('are never cut off, at any usual width', async () => {
    const fields = { name: LONG, email: `root.${WORD.slice(0, 50)}@example.org` };
    await using visit = await openConsole(site, '/console', { fields });
    const { page } = visit;
    const seen = new Set<string>();
    for (const path of await fill(visit)) {
      await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
      await page.goto(`${site.url}/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      let widest: readonly SeenTable[] | undefined;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const { tables, lost } = await lookAtTables(page);
        assert.deepEqual(lost, [], `/console/${path} at ${width} px`);
        widest ??= tables;
        for (const { name, columns, tellsMore } of tables) {
          seen.add(name);
          const whole = widest.find((one) => one.name === name)?.columns ?? [];
          assert.ok(
            columns.length === whole.length || tellsMore,
            `${name} at ${width} px: a column is gone, and nothing else shows it`,
          );
        }
        if (path === 'accounts' && width >= 1024) {
          const { columns = [] } = tables.find(({ name }) => name === 'Accounts') ?? {};
          for (const column of ['Role', 'Status', 'Verified', 'Created'])
            assert.ok(columns.includes(column), `${column} at ${width} px: ${columns.join(', ')}`);
        }
      }
    }
    const sources = join(import.meta.dirname, '../../src/console');
    const drawn = globSync('**/*.tsx', { cwd: sources }).flatMap(
      (file) => readFileSync(join(sources, file), 'utf8').match(/<(DataTable|VirtualRows)$/gm) ?? [],
    );
    assert.ok(seen.size >= drawn.length, `${drawn.length} tables are drawn, seen: ${[...seen].join(', ')}`);
  });
});

/** Waits until nothing is loaded any more, and what is new is laid out. */
async function settled(page: Page): Promise<void> {
  await until(async () => (await page.locator('.kc-skeleton').count()) === 0, 'what is loaded');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
