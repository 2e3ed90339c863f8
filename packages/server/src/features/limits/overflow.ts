import { createHmac, type KeyObject } from 'node:crypto';
import { overflowName } from './counter-key.ts';

/** The number of shared counters of each kind of key, for keys that cannot have one of their own. */
const OVERFLOW_COUNTERS = 65_536;

/** The name of the counter that a key shares with others; always the same for one key. */
export type OverflowOf = (key: string) => string;

/** @param secret prevents strangers from choosing identifiers that share a counter with a certain account */
export function createOverflow(secret: KeyObject): OverflowOf {
  return (key) =>
    overflowName(key, createHmac('sha256', secret).update(key).digest().readUInt16BE() % OVERFLOW_COUNTERS);
}
