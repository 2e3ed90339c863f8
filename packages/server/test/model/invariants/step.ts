import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Stage } from './stage.ts';

/** An act of a person. It does nothing if its requirements are missing. */
export interface Step {
  play(stage: Stage): Promise<void>;
  /** As a call, so that a failed sequence can be played again as it is printed. */
  [fc.toStringMethod](): string;
}

/** The step, if the sequence requires its success. */
export function sure(step: Step): Step {
  return {
    ...step,
    async play(stage) {
      await step.play(stage);
      const done = stage.answers.some(({ what }) => what === 'tokens' || what === 'done');
      assert.ok(done, `${step[fc.toStringMethod]()} was refused`);
    },
  };
}

type Options<P> = { readonly [Name in keyof P]: readonly P[Name][] };

/** A kind of step. A call makes one step; `any` makes a random one. */
export interface Kind<P extends object> {
  (chosen?: Partial<P>): Step;
  any: fc.Arbitrary<Step>;
}

/** @param options the values of each parameter. The first is the default; a repeated value is more likely */
export function kind<const P extends object>(
  name: string,
  options: Options<P>,
  play: (stage: Stage, chosen: P) => Promise<void>,
): Kind<P> {
  const of = (chosen: P, shown: Partial<P>): Step => ({
    play: (stage) => play(stage, chosen),
    [fc.toStringMethod]: () => `${name}(${Object.keys(shown).length === 0 ? '' : inSource(shown)})`,
  });
  const names = Object.entries<readonly unknown[]>(options);
  /** The values at these places of the lists. */
  const choose = (places: readonly number[]): P =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries lose which value is whose
    Object.fromEntries(names.map(([key, values], index) => [key, values[places[index] ?? 0]])) as P;
  const call = (given: Partial<P> = {}) => of({ ...choose([]), ...given }, given);
  const any = fc.tuple(...names.map(([, { length }]) => fc.nat(length - 1))).map((places) => {
    const chosen = choose(places);
    return of(chosen, chosen);
  });
  return Object.assign(call, { any });
}

const inSource = (value: object) =>
  JSON.stringify(value)
    .replaceAll(/"(\w+)":/g, '$1: ')
    .replaceAll('"', "'");
