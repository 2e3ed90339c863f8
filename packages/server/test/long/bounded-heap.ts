/**
 * For a process whose memory is measured: V8 otherwise lets its heap grow as long as the machine has room, which looks
 * like a leak.
 */
export const BOUNDED_HEAP = { NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4' };
