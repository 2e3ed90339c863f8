import { describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { inTurn, usually } from '../../support/usual-size.ts';
import { FAULTS } from './faults/index.ts';
import { suiteTheatre } from './play.ts';
import { PROFILES } from './stage.ts';

/**
 * A normal run plays each fourth fault on one database, in its profile or alternating; a full run plays all, on both and
 * in both profiles.
 */
const played = FAULTS.filter((_, place) => place % usually(4, 1) === 0).flatMap((fault, place) =>
  inTurn(DATABASES, place).flatMap((kind) =>
    (fault.profile === undefined ? inTurn(PROFILES, Math.floor(place / 2)) : [fault.profile]).map(
      (profile) => ({ ...fault, kind, profile }),
    ),
  ),
);

for (const kind of DATABASES) {
  for (const profile of PROFILES) {
    describe(`former ways into an account, on two instances, ${kind}, ${profile}`, () => {
      const play = suiteTheatre(kind, profile);
      for (const fault of played)
        if (fault.kind === kind && fault.profile === profile)
          it(`is closed: ${fault.title}`, () => play(fault.steps));
    });
  }
}
