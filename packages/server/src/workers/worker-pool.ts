import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import type { Totals } from '../features/operations/metrics/totals.ts';
import { terminal } from '../features/operations/logs/terminal.ts';
import { systemClock } from '../lib/clock.ts';
import { processOutputs } from '../lib/process-output.ts';
import { createChannel, type Remote } from './channel.ts';
import type { SupervisorApi, WorkerApi } from './contract.ts';
import { watchHeartbeat } from './heartbeat.ts';
import { WORKER_ENVIRONMENT } from './worker-environment.ts';
import { exposeShared, type Owner } from './expose-shared.ts';
import { WITHOUT_WARNING } from '../store/engine/sqlite.ts';
import { portTo } from './ports.ts';

/** How long workers may finish their requests; see LAST_MOMENT_MS in stop.ts. */
const DRAIN_MS = 8_500;
/** The pause before a worker that never became ready is replaced; it doubles each time, up to the maximum. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** A worker that is not ready after this time hangs. */
const START_MS = 60_000;

/** The workers of the owner process. */
export interface WorkerPool {
  /** Starts another worker. Resolves when it is ready. @throws Error when it ends before that */
  add: () => Promise<void>;
  /** The workers that have loaded the settings. */
  joined(): Remote<WorkerApi>[];
  /** Lets the workers finish their requests. Resolves when all have ended. */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

interface Member {
  worker: Worker;
  /** Null until it has loaded the settings. */
  joined: Remote<WorkerApi> | null;
}

/** @param totals null: nothing is measured */
export function createWorkerPool(
  { given, listen: { port } }: Config,
  owner: Owner,
  totals: Totals | null,
): WorkerPool {
  const { services } = owner;
  const clock = systemClock;
  const members = new Set<Member>();
  let stopping = false;
  let failures = 0;
  // JSON would drop undefined values.
  cluster.setupPrimary({ serialization: 'advanced', execArgv: [...process.execArgv, WITHOUT_WARNING] });

  function joinedBut(except?: Member): Remote<WorkerApi>[] {
    return [...members].flatMap((one) => (one === except || one.joined === null ? [] : [one.joined]));
  }

  /** Resolves when the worker is ready. @throws Error when it ends before that */
  async function startOne(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const worker = cluster.fork(WORKER_ENVIRONMENT);
    const member: Member = { worker, joined: null };
    const channel = createChannel(portTo(worker));
    members.add(member);
    exposeShared(channel, owner, () => joinedBut(member));
    const api: SupervisorApi = {
      begin: () => ({ given, port }),
      join() {
        member.joined = channel.remote<WorkerApi>('worker');
        totals?.add(member.joined);
      },
      ready: resolve,
      ping: () => {},
      wakeDispatcher: () => services.dispatcher.wake(),
    };
    channel.expose('supervisor', api);
    // The system cannot start another process: there are too many, or the program is gone.
    worker.on('error', (error) => {
      members.delete(member);
      reject(error);
    });
    worker.once('exit', (code, signal) => {
      members.delete(member);
      if (member.joined !== null) totals?.remove(member.joined);
      reject(new Error(`a worker ended before it was ready (${signal ?? `exit code ${code}`})`));
    });
    const late = setTimeout(() => endHung(worker), START_MS).unref();
    await promise.finally(() => clearTimeout(late));
    failures = 0;
    void watch(member);
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      tell(`worker ${worker.process.pid} ended (${signal ?? `exit code ${code}`}); another takes its place`);
      void replace();
    });
  }

  /** Ends a worker that does not answer, because its clients would wait forever. */
  async function watch({ worker, joined }: Member): Promise<void> {
    if (joined === null) return;
    const isOver = () => stopping || !worker.isConnected();
    await watchHeartbeat(() => joined.ping(), isOver, { clock, times: 1 });
    if (!isOver()) endHung(worker);
  }

  function endHung(worker: Worker): void {
    tell(`worker ${worker.process.pid} does not answer any more`);
    // A hanging process ignores other signals.
    worker.process.kill('SIGKILL');
  }

  async function replace(): Promise<void> {
    if (stopping) return;
    try {
      await startOne();
    } catch (error) {
      if (stopping) return;
      tell(error instanceof Error ? error.message : String(error));
      await clock.sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
      failures += 1;
      await replace();
    }
  }

  function tell(line: string): void {
    services.logs.print(line, 'WARNING');
    terminal.silently(() => processOutputs.stderr.print(`keyward: ${line}\n`));
  }

  async function end({ worker, joined }: Member): Promise<void> {
    const exit = once(worker, 'exit');
    // A worker that has not joined has no requests in progress.
    if (joined === null) worker.process.kill('SIGTERM');
    else await joined.stop().catch(() => {});
    await exit;
  }

  return {
    add: startOne,
    joined: () => joinedBut(),
    async stop() {
      stopping = true;
      const late = new AbortController();
      await Promise.race([Promise.all([...members].map(end)), clock.sleep(DRAIN_MS, late.signal)]);
      late.abort();
      for (const { worker } of members) worker.process.kill('SIGKILL');
    },
    get stopping() {
      return stopping;
    },
  };
}
