import { createHmac } from 'node:crypto';
import { OVERFLOW_PREFIX } from '../../store/tables/failures.ts';

/** Shared counters for keys without room for one of their own: this many for each kind of key. */
const OVERFLOW_COUNTERS = 65_536;

/** The name of the counter that a key shares with others; always the same for one key. */
export type OverflowOf = (key: string) => string;

/**
 * @param secret keeps strangers from choosing identifiers that share a counter with somebody
 */
export function createOverflow(secret: Buffer): OverflowOf {
  return (key) => {
    const overflow = createHmac('sha256', secret).update(key).digest().readUInt16BE() % OVERFLOW_COUNTERS;
    return `${OVERFLOW_PREFIX}${kindOf(key)} ${overflow}`;
  };
}

export function isOverflow(counter: string): boolean {
  return counter.startsWith(OVERFLOW_PREFIX);
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
