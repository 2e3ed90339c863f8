/** The levels, the most severe first. Lines that a process printed have the name of their stream instead. */
export const LEVELS = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'stderr', 'stdout'] as const;

/** The group that determines the colour of a level. */
export type Weight = 'bad' | 'warn' | 'plain' | 'faint';

export function weightOf(level: string): Weight {
  if (level === 'CRITICAL' || level === 'ERROR') return 'bad';
  if (level === 'WARNING' || level === 'stderr') return 'warn';
  return level === 'DEBUG' ? 'faint' : 'plain';
}

export const WEIGHTS: readonly Weight[] = ['bad', 'warn', 'plain', 'faint'];
