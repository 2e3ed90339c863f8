import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tempFolder } from '../../../packages/server/test/support/at-exit.ts';
import { rss } from '../../../packages/server/test/support/resources.ts';
import { freePort } from '../../../packages/server/test/support/servers.ts';
import { load, type LoadResult, type Sender } from '../support/load.ts';
import type { Note, Value } from '../support/measurement.ts';
import { installBetterAuth } from './better-auth.ts';
import { installKeycloakPeer } from './keycloak.ts';
import { keyward } from './keyward.ts';
import { installKratos } from './kratos.ts';
import { ACCOUNTS, type Peer, type PeerAccount, type Variant } from './peer.ts';
import { installPocketBase } from './pocketbase.ts';
import { startServer } from './server-process.ts';
import { installTcAuth } from './tc-auth.ts';

const READ_CONNECTIONS = 32;
/** Enough that a hash always waits for a free core, and few enough that most logins end within the time. */
const LOGIN_CONNECTIONS = 2 * availableParallelism();
const SIGN_UPS_AT_ONCE = 10;
/** After these requests and this pause a process counts as idle. */
const IDLE_AFTER = { requests: 100, ms: 1000 };
const HASHING_SHARE = 0.5;

const INSTALLERS = {
  'better-auth': installBetterAuth,
  PocketBase: installPocketBase,
  Kratos: installKratos,
  Keycloak: installKeycloakPeer,
  tc_auth: installTcAuth,
};

/** A running server of a product, with accounts. */
interface Running {
  url: string;
  pid: number;
  accounts: PeerAccount[];
}

interface Contestant {
  peer: Peer;
  servers: Record<Variant, Running>;
  /** The connections of the variant `equal`, which continue with the tokens of the previous round; may be none. */
  refreshers: Sender[];
  /** The data of an earlier run, with one account. */
  restart: { folder: string; account: PeerAccount };
}

/**
 * Work that all products do, measured in turns. Products that this machine cannot install are left out, with the
 * reason.
 */
export async function preparePeers(stack: AsyncDisposableStack, note: Note) {
  const contestants: Contestant[] = [];
  for (const peer of await install(stack, note)) contestants.push(await prepare(stack, peer));

  return async (seconds: number): Promise<Value[]> => {
    const values: Value[] = [];
    async function each(measure: (contestant: Contestant) => Promise<Omit<Value, 'of'>[]>): Promise<void> {
      for (const contestant of contestants)
        for (const value of await measure(contestant))
          values.push({ ...value, of: contestant.peer.name, compared: true });
    }

    await each(async ({ peer, servers: { default: server } }) => {
      const senders = sendersOf(server.accounts, READ_CONNECTIONS, peer.sessionRead);
      return rateAndCost('session reads', await load({ ...server, senders, seconds }));
    });
    await each(async ({ peer, servers: { default: server } }) => {
      const senders = loginSenders(server.accounts, peer);
      return rateAndCost('logins, default hash', await load({ ...server, senders, seconds }), 'ms');
    });
    await each(async ({ peer, servers: { equal: server } }) => {
      const senders = loginSenders(server.accounts, peer);
      const logins = await load({ ...server, senders, seconds });
      const hash = await peer.hashAlone(seconds * HASHING_SHARE);
      return [
        ...rateAndCost('logins, equal hash cost', logins, 'ms'),
        { label: 'logins, equal hash cost, the hash alone', value: hash, unit: 'ms' },
        {
          label: 'logins, equal hash cost, beside the hash',
          value: logins.cpuMicros / 1000 - hash,
          unit: 'ms',
        },
      ];
    });
    await each(async ({ refreshers: senders, servers: { equal: server } }) => {
      if (senders.length === 0) return [];
      return rateAndCost('refreshes', await load({ ...server, senders, seconds }));
    });
    await each(startAndMemory);
    return values;
  };
}

async function install(stack: AsyncDisposableStack, note: Note): Promise<Peer[]> {
  const peers = [keyward()];
  for (const [name, installer] of Object.entries(INSTALLERS)) {
    const folder = tempFolder();
    stack.defer(() => folder.remove());
    try {
      peers.push(await installer(folder.path));
    } catch (error) {
      note(`${name} was left out, because this machine could not install it: ${reasonOf(error)}.`);
    }
  }
  for (const { remarks } of peers) remarks.forEach(note);
  return peers;
}

/** The missing program, or the last line of the error output. */
function reasonOf(error: unknown): string {
  const { code, path, message }: { code?: unknown; path?: unknown; message?: unknown } = Object(error);
  if (code === 'ENOENT') return `there is no \`${String(path)}\``;
  return (
    String(message ?? error)
      .trim()
      .split('\n')
      .at(-1) ?? ''
  );
}

async function prepare(stack: AsyncDisposableStack, peer: Peer): Promise<Contestant> {
  const folder = tempFolder();
  stack.defer(() => folder.remove());
  const folderOf = (name: string) => {
    const path = join(folder.path, name);
    mkdirSync(path);
    return path;
  };

  async function run(variant: Variant): Promise<Running> {
    const port = await freePort();
    const command = peer.command(folderOf(variant), port, variant);
    const { url, pid } = stack.use(await startServer(command, port, peer.healthPath));
    const accounts: PeerAccount[] = [];
    while (accounts.length < ACCOUNTS) {
      const next = Array.from({ length: SIGN_UPS_AT_ONCE }, (_, index) =>
        peer.signUp(url, accounts.length + index),
      );
      accounts.push(...(await Promise.all(next)));
    }
    return { url, pid, accounts };
  }

  async function runBefore(): Promise<Contestant['restart']> {
    const port = await freePort();
    const data = folderOf('restart');
    await using server = await startServer(peer.command(data, port, 'default'), port, peer.healthPath);
    return { folder: data, account: await peer.signUp(server.url, 0) };
  }

  const servers = { default: await run('default'), equal: await run('equal') };
  const refreshers = peer.refreshSenders?.(servers.equal.accounts.slice(0, READ_CONNECTIONS)) ?? [];
  return { peer, servers, refreshers, restart: await runBefore() };
}

async function startAndMemory({ peer, restart }: Contestant): Promise<Omit<Value, 'of'>[]> {
  const port = await freePort();
  const command = peer.command(restart.folder, port, 'default');
  await using server = await startServer(command, port, peer.healthPath);
  const bytes = peer.sessionRead(restart.account);
  const senders = [{ next: () => bytes }];
  await load({ url: server.url, senders, seconds: 1, rate: IDLE_AFTER.requests });
  await sleep(IDLE_AFTER.ms);
  return [
    { label: 'start to first answer', value: server.startMs, unit: 'ms' },
    { label: 'start to first answer, processor time', value: server.startCpuMs, unit: 'ms' },
    { label: 'idle memory (RSS)', value: (rss(server.pid) ?? Number.NaN) / 2 ** 20, unit: 'MiB' },
  ];
}

function rateAndCost(
  label: string,
  { perSecond, cpuMicros }: LoadResult,
  unit: 'µs' | 'ms' = 'µs',
): Omit<Value, 'of'>[] {
  return [
    { label, value: perSecond, unit: '/s' },
    { label: `${label}, processor time`, value: unit === 'µs' ? cpuMicros : cpuMicros / 1000, unit },
  ];
}

/** Each connection repeats the request of its account. */
function sendersOf(
  accounts: readonly PeerAccount[],
  connections: number,
  requestOf: (account: PeerAccount) => Buffer,
): Sender[] {
  return accounts.slice(0, connections).map((account) => {
    const bytes = requestOf(account);
    return { next: () => bytes };
  });
}

/** Each login uses the next account. */
function loginSenders(accounts: readonly PeerAccount[], { login }: Peer): Sender[] {
  const requests = accounts.map(login);
  let turn = 0;
  const next = () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0);
  return Array.from({ length: LOGIN_CONNECTIONS }, () => ({ next }));
}
