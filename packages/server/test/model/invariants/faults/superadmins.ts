import { signUp } from '../acts/passwords.ts';
import { set, STEP_UP, staleSuperadmin } from '../acts/superadmins.ts';
import type { Fault } from './fault.ts';
import { sure } from '../step.ts';

export const SUPERADMINS: readonly Fault[] = STEP_UP.map(([method, path], tries) => ({
  title: `an old session of a superadmin does ${tries + 1}: ${method} ${path}`,
  // There must be an earlier version to go back to.
  steps: [sure(signUp({ by: 'owner' })), set(), set({ on: false }), staleSuperadmin({ tries })],
}));
