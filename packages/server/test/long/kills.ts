import { killRounds } from '../failures/kill-rounds.ts';
import type { Part } from './part.ts';

/** Concurrent rounds, because each spends most of its time waiting for a start. */
const LANES = [
  { kind: 'sqlite', rounds: 475 },
  { kind: 'sqlite', rounds: 475 },
  { kind: 'postgres', rounds: 50 },
] as const;
/** Short rounds, because a kill interrupts the same number of writes. */
const WRITES = { least: 2, most: 16 };
const TELL_EVERY = 100;

export const kills: Part = {
  name: 'kill',
  about: '1,000 times SIGKILL under a load of writes: whatever was acknowledged is there',
  limit: 30,
  async run(tell) {
    let rounds = 0;
    const seed = Date.now() % 2 ** 31;
    tell(`seed ${seed}`);
    const lanes = await Promise.all(
      LANES.map((lane, index) =>
        killRounds({
          ...lane,
          seed: seed + index,
          writes: WRITES,
          onRound() {
            rounds += 1;
            if (rounds % TELL_EVERY === 0) tell(`${rounds} rounds`);
          },
        }),
      ),
    );
    const sum = (of: 'sent' | 'checks') => lanes.reduce((total, lane) => total + lane[of], 0);
    return {
      sent: sum('sent'),
      injected: `${rounds} kills`,
      checked: sum('checks'),
      lost: 0,
      worstMs: null,
      slopeKib: null,
    };
  },
};
