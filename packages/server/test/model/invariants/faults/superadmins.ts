import { signUp } from '../acts/passwords.ts';
import { changeForbidden, FORBIDDEN, set, STEP_UP, staleSuperadmin } from '../acts/superadmins.ts';
import type { Fault } from './fault.ts';
import { sure } from '../step.ts';

export const SUPERADMINS: readonly Fault[] = [
  ...STEP_UP.map(([method, path], tries) => ({
    title: `an old session of a superadmin does ${tries + 1}: ${method} ${path}`,
    steps: [
      sure(signUp({ by: 'owner' })),
      // There must be an earlier version to go back to.
      set(),
      set({ on: false }),
      staleSuperadmin({ tries }),
      staleSuperadmin({ tries, by: 'stale cookie' }),
    ],
  })),
  ...FORBIDDEN.map(({ by, section, body }, tries) => ({
    title: `the ${by} changes ${section}: ${JSON.stringify(body)}`,
    steps: [changeForbidden({ tries })],
  })),
];
