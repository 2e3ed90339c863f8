import { createHmac } from 'node:crypto';
import { CROWD_PREFIX } from '../../store/failures.ts';

/** Counters that share what has no room for one of its own: so many for each kind of key. */
const CROWDS = 65_536;

/** The name of the counter that a key shares with others; the same at each time. */
export type CrowdOf = (key: string) => string;

/**
 * @param secret keeps strangers from choosing identifiers that share a counter with somebody
 */
export function createCrowds(secret: Buffer): CrowdOf {
  return (key) => {
    const crowd = createHmac('sha256', secret).update(key).digest().readUInt16BE() % CROWDS;
    return `${CROWD_PREFIX}${kindOf(key)} ${crowd}`;
  };
}

export function isCrowd(counter: string): boolean {
  return counter.startsWith(CROWD_PREFIX);
}

/** What a key counts, without whom: keys of one kind have one limit and one window. `account:7 address:…` → `account address`. */
function kindOf(key: string): string {
  return key
    .split(' ')
    .map((part) => part.split(':', 1)[0])
    .join(' ');
}
