import * as fc from 'fast-check';
import * as applications from './acts/applications.ts';
import { askCode, prove, undo, useCode } from './acts/codes.ts';
import * as factors from './acts/factors.ts';
import * as operators from './acts/operators.ts';
import * as passwords from './acts/passwords.ts';
import * as providers from './acts/providers.ts';
import * as superadmins from './acts/superadmins.ts';
import { confirmed, MEMBER, MOVED, OLD, PREPARED, TAKEN } from './faults/fault.ts';
import type { Step } from './step.ts';

const WEIGHTED: readonly (readonly [number, { any: fc.Arbitrary<Step> }])[] = [
  [5, passwords.signUp],
  [3, passwords.logIn],
  [4, passwords.steal],
  [3, passwords.setPassword],
  [5, passwords.changeEmail],
  [1, passwords.setPhone],
  [1, passwords.deleteMe],
  [2, passwords.refresh],
  [2, passwords.use],
  [1, passwords.logOut],
  [4, passwords.wait],
  [2, askCode],
  [3, useCode],
  [8, prove],
  [3, undo],
  [5, factors.addPasskey],
  [3, factors.beginApp],
  [3, factors.confirmApp],
  [3, factors.renewCodes],
  [1, factors.dropApp],
  [3, factors.reauthenticate],
  [2, factors.signInByPasskey],
  [4, factors.answerChallenge],
  [3, applications.connect],
  [5, providers.visit],
  [2, providers.signInNatively],
  [2, providers.comeBack],
  [4, providers.link],
  [1, providers.unlink],
  [1, superadmins.assignPassword],
  [2, superadmins.assignEmail],
  [1, superadmins.vouch],
  [1, superadmins.doubt],
  [2, superadmins.promote],
  [1, superadmins.demote],
  [2, superadmins.setStatus],
  [1, superadmins.resetFactors],
  [1, superadmins.remove],
  [1, superadmins.create],
  [1, superadmins.invite],
  [1, superadmins.acceptInvitation],
  [2, operators.rescue],
  [4, superadmins.set],
  [1, superadmins.staleSuperadmin],
  [1, superadmins.changeForbidden],
];

/** The beginnings of sequences, because random ones would give people no credentials for a long time. */
const OPENINGS: readonly (readonly Step[])[] = [
  [],
  MEMBER,
  OLD,
  PREPARED,
  [...MEMBER, passwords.steal()],
  [...MEMBER, factors.beginApp({ by: 'owner' }), factors.confirmApp({ by: 'owner' }), passwords.steal()],
  [...MEMBER, passwords.steal(), factors.addPasskey({ by: 'thief' }), confirmed, ...MOVED],
  TAKEN,
  [...PREPARED, factors.addPasskey({ by: 'stranger' })],
  [passwords.signUp({ by: 'stranger', plain: true }), providers.link({ by: 'stranger' })],
  [...PREPARED, ...MEMBER],
];

/** Any step; weights favour steps that others require. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...WEIGHTED.map(([weight, { any }]) => ({ weight, arbitrary: any })),
);

/** Any sequence with at most this number of further steps. */
export const sequences = (length: number): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(fc.constantFrom(...OPENINGS), fc.array(anyStep, { minLength: 1, maxLength: length, size: 'max' }))
    .map(([opening, steps]) => [...opening, ...steps]);
