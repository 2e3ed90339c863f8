import { describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { FAULTS } from './faults/index.ts';
import { suiteTheatre } from './play.ts';
import { PROFILES } from './stage.ts';

for (const kind of DATABASES) {
  for (const profile of PROFILES) {
    describe(`what once led into an account, on two instances, ${kind}, ${profile}`, () => {
      const play = suiteTheatre(kind, profile);
      for (const { title, steps, profile: only = profile } of FAULTS)
        if (only === profile) it(`not so: ${title}`, () => play(steps));
    });
  }
}
