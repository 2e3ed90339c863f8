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

/** @param since the end of the period before, in milliseconds @returns the period, and the one before */
export function periodsIn(
  buckets: readonly Counted[],
  since: number,
): { now: PeriodNumbers; before: PeriodNumbers } {
  const isNow = ({ at }: Counted) => Date.parse(at) >= since;
  return {
    now: numbersOf(buckets.filter(isNow)),
    before: numbersOf(buckets.filter((one) => !isNow(one))),
  };
}

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
