import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DatabaseKind } from '../../../packages/server/test/support/databases.ts';
import { startProcess } from '../../../packages/server/test/support/process.ts';
import { type Keyward, startKeyward } from '../support/keyward.ts';
import { load, type LoadResult, percentile } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';
import { meSenders } from '../support/senders.ts';

/** Connections that send as fast as they are answered. */
const CONNECTIONS = 32;
const WORKERS = 2;
/** The workers, one process for the generator, and one for the rest of the machine. */
const CORES_FOR_WORKERS = WORKERS + 2;
const WORKERS_TARGET = { atLeast: 1.7 };

/** `GET /me` compared with a bare server that gives the same answer. */
export async function prepareMe(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
  name: string,
  target: { atLeast: number },
) {
  const keyward = await startKeyward(stack, kind, 1);
  const bare = await startBare(stack, keyward);
  return async (seconds: number): Promise<Value[]> => {
    const senders = meSenders(keyward, CONNECTIONS);
    const alone = await load({ ...bare, senders, seconds });
    const me = await load({ ...keyward, senders, seconds });
    return [
      { label: 'bare node:http, same bytes', value: alone.perSecond, unit: '/s' },
      { label: '  processor time of each', value: alone.cpuMicros, unit: 'µs' },
      { label: `GET /me, ${name}`, value: me.perSecond, unit: '/s' },
      { label: '  of bare node:http', value: me.perSecond / alone.perSecond, unit: '', target },
      { label: '  processor time of each', value: me.cpuMicros, unit: 'µs' },
      { label: '  of bare node:http, by processor time', value: alone.cpuMicros / me.cpuMicros, unit: '' },
      { label: '  p99', value: percentile(me.latencies, 0.99), unit: 'ms' },
      { label: '  cores that the generator took', value: me.generatorShare, unit: '' },
    ];
  };
}

/**
 * `GET /me` of one process and of two workers, and the same for bare servers, which shows the gain of a second process
 * on this machine. If the workers share their cores with the generator, their rate on separate cores is computed from
 * the processor time of a request.
 */
export async function prepareWorkers(stack: AsyncDisposableStack) {
  const one = await startKeyward(stack, 'sqlite', 1);
  const several = await startKeyward(stack, 'sqlite', 1, { KEYWARD_WORKERS: String(WORKERS) });
  const bareOne = await startBare(stack, one);
  const bareSeveral = await startBare(stack, one, WORKERS);
  const alone = availableParallelism() >= CORES_FOR_WORKERS;
  const gain = (single: LoadResult, both: LoadResult) =>
    alone ? both.perSecond / single.perSecond : (WORKERS * single.cpuMicros) / both.cpuMicros;
  const times = alone ? '  times one process' : '  times one process, by processor time';
  return async (seconds: number): Promise<Value[]> => {
    const senders = meSenders(one, CONNECTIONS);
    const bareSingle = await load({ ...bareOne, senders, seconds });
    const bareBoth = await load({ ...bareSeveral, senders, seconds });
    const single = await load({ ...one, senders, seconds });
    const both = await load({ ...several, senders: meSenders(several, CONNECTIONS), seconds });
    return [
      { label: 'GET /me, SQLite, one process', value: single.perSecond, unit: '/s' },
      { label: '  processor time of each', value: single.cpuMicros, unit: 'µs' },
      { label: `GET /me, SQLite, ${WORKERS} workers`, value: both.perSecond, unit: '/s' },
      { label: '  processor time of each', value: both.cpuMicros, unit: 'µs' },
      { label: times, value: gain(single, both), unit: '', target: WORKERS_TARGET },
      { label: `bare node:http, ${WORKERS} workers`, value: bareBoth.perSecond, unit: '/s' },
      { label: times, value: gain(bareSingle, bareBoth), unit: '' },
    ];
  };
}

/** A server that only returns Keyward's answer. */
async function startBare(stack: AsyncDisposableStack, keyward: Keyward, workers = 1) {
  const answer = await askMe(keyward);
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const bare = stack.use(
    await startProcess({ script, args: [JSON.stringify(answer.ownHeaders), answer.body, String(workers)] }),
  );
  const bareAnswer = await askMe({ ...keyward, url: bare.url });
  if (JSON.stringify(bareAnswer) !== JSON.stringify(answer)) {
    throw new Error(`The answers differ:\n${JSON.stringify(answer)}\n${JSON.stringify(bareAnswer)}`);
  }
  return { url: bare.url, pid: bare.pid };
}

/** An answer of `GET /me` without the parts that differ between answers. */
export async function askMe({ url, accounts: [account] }: Keyward) {
  const response = await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${account?.token}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`GET /me answered ${response.status}: ${body}`);
  const { date, connection, 'keep-alive': keepAlive, ...ownHeaders } = Object.fromEntries(response.headers);
  return { ownHeaders, hasDate: date !== undefined, connection, keepAlive, body };
}
