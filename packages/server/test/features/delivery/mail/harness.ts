import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createEvents } from '../../../../src/features/audit/events/events.ts';
import {
  createMailer,
  type Mailer,
  type MailerParts,
} from '../../../../src/features/delivery/mail/mailer.ts';
import type { Mail } from '../../../../src/features/delivery/mail/mail.ts';
import { mailTextsIn } from '../../../../src/features/delivery/mail/texts/languages.ts';
import type { EmailSettings } from '../../../../src/features/settings/settings.ts';
import { askerAt } from '../../../../src/lib/fair-queue.ts';
import { createSeal } from '../../../../src/lib/seal.ts';
import { openStore, type Store } from '../../../../src/store/database.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../../../support/databases.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { meansTls } from '../../../support/mail-server.ts';
import { portOf } from '../../../support/servers.ts';
import { until } from '../../../support/until.ts';

export const SENDER: EmailSettings = {
  host: '',
  port: 587,
  username: '',
  password: '',
  sender: 'auth@id.example.org',
  sender_name: 'Example',
  use_tls: false,
};

const SEAL = createSeal(createSecretKey(randomBytes(32)));

/** A mailer over a database of its own. Time stands still until a test moves it: sleeps last until then. */
export interface TestMailer extends AsyncDisposable {
  mailer: Mailer;
  /** @param asker default: one address */
  send(mail: Mail, asker?: string): void;
  clock: FakeClock;
  database: TestDatabase;
  store: Store;
  /** The reported unexpected errors. */
  reported: unknown[];
  /** Changes the settings in force. */
  set(email: Partial<EmailSettings>): void;
  /** Lets the first attempts begin. */
  begin(): void;
}

export interface TestMailerOptions extends Partial<MailerParts> {
  email?: Partial<EmailSettings>;
  kind?: DatabaseKind;
  clock?: FakeClock;
  /** A database to share with another mailer of the same test. The test must drop it. */
  database?: TestDatabase;
}

export async function startMailer(options: TestMailerOptions = {}): Promise<TestMailer> {
  const database = options.database ?? (await createTestDatabase(options.kind ?? 'sqlite', 'tables'));
  const store = await openStore(
    database.kind === 'sqlite'
      ? { kind: 'sqlite', file: database.url.slice('sqlite:'.length) }
      : { kind: 'postgres', url: database.url, poolSize: 2 },
  );
  const clock = options.clock ?? createFakeClock(Date.now(), { holdSleeps: true });
  const reported: unknown[] = [];
  let email = { ...SENDER, ...options.email };
  const mailer = createMailer({
    branding: () => ({ name: '', colour: '' }),
    production: false,
    dataDir: database.dataDir,
    templates: null,
    texts: mailTextsIn,
    store,
    events: createEvents(
      () => clock.now(),
      (error) => reported.push(error),
    ),
    seal: SEAL,
    report: (error) => reported.push(error),
    random: () => 0.5,
    ...options,
    settings: () => email,
    clock,
  });
  return {
    mailer,
    send: (mail, asker = askerAt('192.0.2.1')) => mailer.send(mail, asker),
    clock,
    database,
    store,
    reported,
    set: (changes) => {
      email = { ...email, ...changes };
    },
    begin: () => clock.advance(100),
    async [Symbol.asyncDispose]() {
      await mailer.close(0);
      await store.close();
      if (options.database === undefined) await database.drop();
    },
  };
}

/** Stands in for a mail server, on a port that a real one can use later. */
export interface BrokenServer extends AsyncDisposable {
  port: number;
  /** So far. */
  connections: () => number;
}

/** Accepts connections, and passes them to the given function. By default it sends nothing. */
export async function startBroken(treat: (socket: Socket) => void = () => {}): Promise<BrokenServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    treat(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  if (meansTls(port)) {
    server.close();
    return startBroken(treat);
  }
  return {
    port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** A code mail that is good for ten minutes. */
export function codeMail(clock: FakeClock, fields: Partial<Extract<Mail, { kind: 'code' }>> = {}): Mail {
  return {
    kind: 'code',
    to: 'ada@example.org',
    languages: '',
    expiresAt: clock.now() + 600_000,
    purpose: 'login',
    code: '482913',
    link: 'https://id.example.org/auth/link/login?email=ada%40example.org&otp=482913',
    minutes: 10,
    name: 'Ada Lovelace',
    ...fields,
  };
}

/** Lets time pass until something holds. @throws Error when it does not in 5 s of real time, some 2 minutes of the clock */
export function inTime(clock: FakeClock, holds: () => boolean, what: string): Promise<void> {
  let last = performance.now();
  return until(() => {
    const now = performance.now();
    if (now - last >= 20) {
      clock.advance(500);
      last = now;
    }
    return holds();
  }, what);
}

/** An answer of an SMTP server that refuses. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
