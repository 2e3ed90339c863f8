import { createHmac } from 'node:crypto';
import { CROWD_PREFIX } from '../../store/tables/failures.ts';

/** Shared counters for keys without room for one of their own: this many for each kind of key. */
const CROWDS = 65_536;

/** The name of the counter that a key shares with others; always the same for one key. */
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

/**
 * The kind of a key: what it counts, without whom. Keys of one kind have one limit and one window. `account:7
 * address:…` → `account address`.
 */
function kindOf(key: string): string {
  return key
    .split(' ')
    .map((part) => part.split(':', 1)[0])
    .join(' ');
}
