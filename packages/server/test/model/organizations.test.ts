import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { addSuperadmin } from '../http/admin/admin.ts';
import { addOrganization, ON, type RoleName } from '../http/organizations/help.ts';
import { newSession } from '../http/people.ts';
import { createTestDatabase } from '../support/databases.ts';
import { startKeyward } from '../support/keyward.ts';
import { databasesFor } from '../support/usual-size.ts';
import { ACTS, type Move, PEOPLE } from './organizations/judge.ts';
import { play } from './organizations/play.ts';

const { TEST_SEED, TEST_PATH, TEST_MODEL_RUNS } = process.env;

/** How often each act is tried, beside the others. */
const WEIGHTS: Record<Move['act'], number> = {
  add: 3,
  set: 9,
  remove: 3,
  leave: 2,
  invite: 7,
  accept: 6,
  revoke: 1,
  transfer: 2,
  delete: 1,
  restore: 3,
  suspend: 4,
  activate: 3,
  turn: 7,
  policy: 4,
  claim: 2,
  vouch: 4,
  joining: 3,
  unclaim: 2,
  ask: 8,
  'rival vouch': 3,
  'rival unclaim': 2,
  die: 1,
};

const move = fc.record<Move>({
  act: fc.constantFrom(...ACTS.flatMap((act) => Array.from({ length: WEIGHTS[act] }, () => act))),
  by: fc.constantFrom(0, 1, 1, 2, 3, 4, PEOPLE, PEOPLE),
  whom: fc.constantFrom(0, 0, 1, 1, 2, 3, 4),
  role: fc.constantFrom<RoleName>('owner', 'admin', 'member'),
  joining: fc.constantFrom('none', 'suggest', 'join'),
  strict: fc.boolean(),
  host: fc.constantFrom<Move['host']>('consent', 'consent', 'consent', 'refuse', 'member', 'admin', 'owner'),
});

/** Somebody of each role, an invitation by one of them, and the claim of a domain that lets people in. */
const BY_ROOT = { by: PEOPLE, joining: 'suggest', strict: false, host: 'consent' } as const;
const OPENING: readonly Move[] = [
  { ...BY_ROOT, act: 'add', whom: 1, role: 'admin' },
  { ...BY_ROOT, act: 'add', whom: 3, role: 'member' },
  { ...BY_ROOT, act: 'claim', whom: 0, role: 'member' },
  { ...BY_ROOT, act: 'invite', by: 1, whom: 2, role: 'admin' },
];
const VOUCHED: Move = { ...BY_ROOT, act: 'vouch', whom: 0, role: 'member' };

describe('organizations', () => {
  for (const kind of databasesFor(import.meta.filename)) {
    it(`any sequence of acts on two instances leaves an owner, and gives nobody a right that nobody gave, on ${kind}`, async () => {
      let host: Move['host'] = 'consent';
      const memberJoining = () =>
        host === 'refuse' ? { refuse: 'No.' } : host === 'consent' ? undefined : { roles: [host] };
      await using database = await createTestDatabase(kind, 'tables');
      const settings = { ...ON, KEYWARD_LIMIT_MAILBOX: '10000/1h', KEYWARD_LIMIT_CHANGES: '100000/1h' };
      const options = { database, settings, parts: { hooks: { memberJoining } } };
      await using first = await startKeyward(kind, options);
      await using second = await startKeyward(kind, { ...options, clock: first.clock });
      const superadmin = await addSuperadmin(first);
      const rival = await addOrganization(first, superadmin, superadmin, { name: 'Rival' });
      await fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.array(move, { minLength: 30, maxLength: 50 }),
          async (isVouched, moves) => {
            const { token } = await newSession(first, superadmin.id);
            const root = { ...superadmin, token };
            const setHost = (answer: Move['host']) => void (host = answer);
            await play({ instances: [first, second], root, rival, setHost }, [
              ...OPENING,
              ...(isVouched ? [VOUCHED] : []),
              ...moves,
            ]);
          },
        ),
        {
          seed: Number(TEST_SEED ?? 5),
          numRuns: Number(TEST_MODEL_RUNS ?? 12),
          ...(TEST_PATH !== undefined && { path: TEST_PATH }),
          interruptAfterTimeLimit: 60_000,
        },
      );
    });
  }
});
