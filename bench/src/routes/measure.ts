import { declaredRoutes } from '../../../packages/server/test/support/routes.ts';
import { load, percentile } from '../support/load.ts';
import type { Note, Value } from '../support/measurement.ts';
import { type Case, createCases, OMITTED } from './cases.ts';
import { createWorld } from './world.ts';

/** Each of the many routes gets this share of the usual time. */
const SHARES = { warmUp: 0.05, saturation: 0.2, half: 0.4 };
const HALF = 0.5;

/** Measures each route alone: the maximum rate, then the latency at half of that rate. */
export async function prepareRoutes(stack: AsyncDisposableStack, note: Note) {
  const world = await createWorld(stack);
  const cases = createCases(world);
  const declared = (await declaredRoutes('/auth')).map(({ route, path }) => `${route.method} ${path}`);
  assertComplete(declared, Object.keys(cases));
  for (const [pattern, reason] of OMITTED)
    note(
      `Left out, because ${reason}: ${declared
        .filter((route) => isOmitted(route, pattern, cases))
        .map((route) => `\`${route}\``)
        .join(', ')}.`,
    );

  return async (seconds: number): Promise<Value[]> => {
    const values: Value[] = [];
    for (const [route, { senders, status }] of Object.entries(cases)) {
      const label = status < 400 ? route : `${route}, refused (${status})`;
      const options = { url: world.keyward.url, senders, status };
      try {
        await load({ ...options, seconds: seconds * SHARES.warmUp });
        const { perSecond } = await load({ ...options, seconds: seconds * SHARES.saturation });
        const half = await load({
          ...options,
          seconds: seconds * SHARES.half,
          rate: perSecond * HALF,
          precise: true,
        });
        values.push(
          { label, of: 'saturation', value: perSecond, unit: '/s' },
          { label, of: 'p50 at half of it', value: percentile(half.latencies, 0.5), unit: 'ms' },
          { label, of: 'p99 at half of it', value: percentile(half.latencies, 0.99), unit: 'ms' },
        );
      } catch (error) {
        throw new Error(`${route} failed`, { cause: error });
      }
    }
    return values;
  };
}

const isOmitted = (route: string, pattern: RegExp, cases: Record<string, Case>) =>
  pattern.test(route) && !Object.hasOwn(cases, route);

/** @throws Error unless each route is measured or omitted */
function assertComplete(declared: readonly string[], measured: readonly string[]): void {
  const forgotten = declared.filter(
    (route) => !measured.includes(route) && !OMITTED.some(([pattern]) => pattern.test(route)),
  );
  const unknown = measured.filter((route) => !declared.includes(route));
  if (forgotten.length + unknown.length > 0)
    throw new Error(`Not measured: ${forgotten.join(', ')}. Not routes: ${unknown.join(', ')}`);
}
