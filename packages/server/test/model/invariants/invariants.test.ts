import { after, describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { FAULTS } from './faults/index.ts';
import { play } from './play.ts';
import { openTheatre, type Profile, type Theatre } from './stage.ts';
import type { Step } from './step.ts';

const PROFILES: readonly Profile[] = ['documented', 'strict'];

describe('who gets into whose account', () => {
  for (const { kind, profile } of DATABASES.flatMap((of) =>
    PROFILES.map((one) => ({ kind: of, profile: one })),
  )) {
    describe(`on two instances, ${kind}, ${profile}`, () => {
      let theatre: Theatre | undefined;
      after(() => theatre?.[Symbol.asyncDispose]());

      /** A sequence that failed may have changed the service for the next. */
      async function playHere(steps: readonly Step[]): Promise<void> {
        theatre ??= await openTheatre(kind, profile);
        try {
          await play(theatre, steps);
        } catch (error) {
          const failed = theatre;
          theatre = undefined;
          await failed[Symbol.asyncDispose]();
          throw error;
        }
      }

      for (const { title, steps, profile: only = profile } of FAULTS)
        if (only === profile) it(`not so: ${title}`, () => playHere(steps));
    });
  }
});
