import * as fc from 'fast-check';
import type { Stage } from './stage.ts';
import { isAlive, type Token } from './world.ts';

/** Something that somebody does: it asks the service and the model, and compares what they answer. */
export interface Act {
  play(stage: Stage): Promise<void>;
  /** How a failed run shows it. */
  [fc.toStringMethod](): string;
}

/** An act with random parameters. It does nothing where the world has nothing to do it with. */
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

/** Which of three mailboxes: few, and one more than another, so that acts meet. */
export const who = fc.constantFrom(0, 0, 0, 1, 1, 2);
/** Which of the tokens there are: mostly one of a session that lives, the newest first. */
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
