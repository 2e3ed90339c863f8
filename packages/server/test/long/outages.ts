import { setTimeout as delay } from 'node:timers/promises';
import { type Proxy, startProxy } from '../failures/proxy.ts';
import { FRONTEND, openCallback, oidcSlot, walkToCallback } from '../http/providers/harness.ts';
import { createBrowser } from '../support/browser.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import { startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';
import { askerOf } from './asked.ts';
import { type Findings, type Part, Skipped } from './part.ts';
import { newRenamer } from './renamer.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';

const FAULTS = {
  slow: async (proxy: Proxy) => proxy.slow(300),
  stalled: async (proxy: Proxy) => proxy.stall(),
  'cut and refusing': (proxy: Proxy) => proxy.cut(),
};
const FAULT_SECONDS = 6;
const ROUNDS = 2;
/** The service waits 2 s for a connection, and 4 s for an answer. */
const DATABASE_WORST_MS = 8_000;
const BACK_MS = 5_000;
/** Keyward promises that a browser is back within 10 s. */
const PROVIDER_WORST_MS = 11_000;
const MAIL_WORST_MS = 2_000;
const WORKERS = 6;

type Tell = (progress: string) => void;

/** Injects each fault for some seconds. @returns what was injected */
async function throughFaults(
  proxy: Proxy,
  tell: Tell,
  during: (isOver: () => boolean) => Promise<void>,
  afterwards: () => Promise<void>,
): Promise<string> {
  let injected = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [fault, inject] of Object.entries(FAULTS)) {
      tell(`${fault} for ${FAULT_SECONDS} s`);
      injected += 1;
      await inject(proxy);
      const end = performance.now() + FAULT_SECONDS * 1_000;
      await during(() => performance.now() > end);
      await proxy.restore();
      await afterwards();
    }
  }
  return `${injected} outages`;
}

function assertWorst(worstMs: number, limitMs: number): void {
  if (worstMs > limitMs) throw new Error(`an answer took ${Math.round(worstMs)} ms, more than ${limitMs} ms`);
}

export const database: Part = {
  name: 'database',
  about: 'PostgreSQL that is slow, stalls, cuts and refuses: 503 in time, and nothing acknowledged is lost',
  limit: 5,
  async run(tell): Promise<Findings> {
    if (WITHOUT_POSTGRES) throw new Skipped(WITHOUT_POSTGRES);
    await using direct = await createTestDatabase('postgres');
    const url = new URL(direct.url);
    await using proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    await using keyward = await startProcess({
      env: { ...WITHOUT_LIMITS, KEYWARD_DATABASE_URL: url.href, KEYWARD_DATA_DIR: direct.dataDir },
    });
    const asker = askerOf(keyward.url);
    const people = await Promise.all(Array.from({ length: WORKERS }, () => newRenamer(asker)));
    let checked = 0;
    const injected = await throughFaults(
      proxy,
      tell,
      async (isOver) => {
        await Promise.all(
          people.map(async (person) => {
            while (!isOver()) {
              await person.rename();
              const { status } = await asker.ask('GET', '/me', { token: person.token });
              if (status !== 200 && status !== 503) throw new Error(`/me was answered ${status}`);
            }
          }),
        );
      },
      async () => {
        await until(
          async () => (await people[0]?.rename())?.status === 200,
          'changes are taken again',
          BACK_MS,
        );
        // Stalled connections may time out a moment later.
        await delay(DATABASE_WORST_MS);
        for (const person of people) await person.check(asker);
        checked += people.length;
      },
    );
    asker.close();
    assertWorst(asker.figures.worstMs, DATABASE_WORST_MS);
    return { ...asker.figures, injected, checked: checked + asker.figures.sent, lost: 0, slopeKib: null };
  },
};

export const mail: Part = {
  name: 'mail',
  about: 'A mail server that is slow, stalls, cuts and refuses: answers wait for nothing, every mail arrives',
  limit: 10,
  async run(tell): Promise<Findings> {
    await using server = await startMailServer();
    await using proxy = await startProxy(server.port);
    await using store = await createTestDatabase('sqlite');
    await using keyward = await startProcess({
      env: {
        ...WITHOUT_LIMITS,
        KEYWARD_DATABASE_URL: store.url,
        KEYWARD_DATA_DIR: store.dataDir,
        KEYWARD_SMTP_URL: `smtp://127.0.0.1:${proxy.port}`,
        KEYWARD_MAIL_FROM: 'auth@example.com',
      },
    });
    const asker = askerOf(keyward.url);
    const addressees: string[] = [];
    const injected = await throughFaults(
      proxy,
      tell,
      async (isOver) => {
        while (!isOver()) {
          const email = `addressee${addressees.length}@example.org`;
          const { status } = await asker.ask('POST', '/send/email/otp/signup', { body: { email } });
          if (status !== 200) throw new Error(`a send was answered ${status}`);
          addressees.push(email);
          await delay(100);
        }
      },
      async () => {},
    );
    tell(`${addressees.length} mails were taken`);
    const missing = () => addressees.filter((email) => server.mailsTo(email).length === 0);
    await until(() => missing().length === 0, 'every mail has arrived', 150_000).catch(() => {});
    asker.close();
    assertWorst(asker.figures.worstMs, MAIL_WORST_MS);
    return {
      ...asker.figures,
      injected,
      checked: asker.figures.sent + addressees.length,
      lost: missing().length,
      slopeKib: null,
    };
  },
};

export const provider: Part = {
  name: 'provider',
  about:
    'A provider that is slow, stalls, cuts and refuses: the browser is back in time, with an error or signed in',
  limit: 5,
  async run(tell): Promise<Findings> {
    await using oidc = await startOidcProvider();
    await using proxy = await startProxy(Number(new URL(oidc.issuer).port));
    // Its public address, where its clients find it.
    oidc.issuer = `http://127.0.0.1:${proxy.port}`;
    await using store = await createTestDatabase('sqlite');
    await using keyward = await startProcess({
      env: {
        ...WITHOUT_LIMITS,
        ...oidcSlot('IDP1', oidc.issuer),
        KEYWARD_DATABASE_URL: store.url,
        KEYWARD_DATA_DIR: store.dataDir,
        KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
      },
    });
    oidc.register([`${keyward.url}/auth/idp1/callback`]);
    const figures = { sent: 0, worstMs: 0 };
    const walk = async () => {
      const browser = createBrowser();
      return { browser, callback: await walkToCallback(keyward, 'idp1', browser) };
    };
    const comeBack = async ({ browser, callback }: Awaited<ReturnType<typeof walk>>) => {
      const start = performance.now();
      figures.sent += 1;
      const query = await openCallback(browser, callback);
      figures.worstMs = Math.max(figures.worstMs, performance.now() - start);
      return query;
    };
    let waiting = await Promise.all(Array.from({ length: WORKERS }, walk));
    const injected = await throughFaults(
      proxy,
      tell,
      async () => {
        const ends = await Promise.all(waiting.map(comeBack));
        for (const end of ends)
          if (!end.has('access_token') && end.get('error_code') !== 'provider_failed')
            throw new Error(`the browser came back with ${end.toString()}`);
      },
      async () => {
        // Connections that stalled would keep the browsers waiting.
        await proxy.cut();
        await proxy.restore();
        const isBack = async () => (await comeBack(await walk())).has('access_token');
        await until(isBack, 'people sign in again', 3 * BACK_MS);
        waiting = await Promise.all(Array.from({ length: WORKERS }, walk));
      },
    );
    assertWorst(figures.worstMs, PROVIDER_WORST_MS);
    return { ...figures, injected, checked: figures.sent, lost: 0, slopeKib: null };
  },
};
