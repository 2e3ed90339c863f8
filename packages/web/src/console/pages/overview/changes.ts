/** The counts of an interval, as far as the tiles need them. */
interface Counted {
  at: string;
  sign_ins: number;
  sign_ups: number;
  failures: number;
  undelivered: number;
  retrying: number;
}

/** The numbers of a period. */
export interface PeriodNumbers {
  signIns: number;
  signUps: number;
  /** Of all attempts to sign in, in percent; null without any. */
  success: number | null;
  /** Deliveries that failed at last, or will be tried again. */
  failing: number;
}

/** The first part of the period before; without any event in it, the service did not run the whole period. */
const BEGIN = 1 / 4;

/**
 * @param since the end of the period before, in milliseconds
 * @returns the period, and the one before; null if that has too little to compare with
 */
export function periodsIn(
  buckets: readonly Counted[],
  since: number,
): { now: PeriodNumbers; before: PeriodNumbers | null } {
  const isNow = ({ at }: Counted) => Date.parse(at) >= since;
  const earlier = buckets.filter((one) => !isNow(one));
  const begin = earlier.slice(0, Math.ceil(earlier.length * BEGIN));
  return {
    now: numbersOf(buckets.filter(isNow)),
    before: begin.some(hasEvents) ? numbersOf(earlier) : null,
  };
}

const hasEvents = (one: Counted) => one.sign_ins + one.sign_ups + one.failures > 0;

function numbersOf(buckets: readonly Counted[]): PeriodNumbers {
  const sum = (name: Exclude<keyof Counted, 'at'>) => buckets.reduce((total, one) => total + one[name], 0);
  const [signIns, failures] = [sum('sign_ins'), sum('failures')];
  return {
    signIns,
    signUps: sum('sign_ups'),
    success: signIns + failures === 0 ? null : Math.round((100 * signIns) / (signIns + failures)),
    failing: sum('undelivered') + sum('retrying'),
  };
}

/** The change in percent; null if there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round((100 * (now - before)) / before);
}
