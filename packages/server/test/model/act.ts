import * as fc from 'fast-check';
import type { Stage } from './stage.ts';
import { isAlive, type Token } from './world.ts';

/** An act of a person: it calls the service and the model, and compares their answers. */
export interface Act {
  play(stage: Stage): Promise<void>;
  /** Its text in the report of a failed run. */
  [fc.toStringMethod](): string;
}

/** An act with random parameters. It does nothing if the world lacks what it needs. */
export function act<P extends object>(
  name: string,
  params: { [K in keyof P]: fc.Arbitrary<P[K]> },
  play: (stage: Stage, params: P) => Promise<void>,
): fc.Arbitrary<Act> {
  return fc.record<P>(params).map((given) => ({
    play: (stage) => play(stage, given),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(given)}`,
  }));
}

/** The index of a mailbox: few, and unevenly likely, so that acts interact. */
export const who = fc.constantFrom(0, 0, 0, 1, 1, 2);
/** The index of a token: mostly of a live session, the newest first. */
export const token = fc.record({ index: fc.nat(5), lives: fc.constantFrom(true, true, true, false) });

export function pickToken(
  { world }: Stage,
  type: Token['type'],
  { index, lives }: { index: number; lives: boolean },
): Token | undefined {
  const tokens = world.tokens.filter((one) => one.type === type);
  const living = tokens.filter(({ session, key }) => isAlive(world, session) && key === world.settings.key);
  return pick(lives ? living : tokens, index);
}

export function pick<T>(of: readonly T[], index: number): T | undefined {
  return of.at(-1 - (index % Math.max(1, of.length)));
}
