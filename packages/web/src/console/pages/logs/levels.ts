/** From what matters most to what matters least; what a process prints has the name of its stream instead. */
export const LEVELS = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'stderr', 'stdout'] as const;

/** The group that a level is coloured by. */
export type Weight = 'bad' | 'warn' | 'plain' | 'faint';

export function weightOf(level: string): Weight {
  if (level === 'CRITICAL' || level === 'ERROR') return 'bad';
  if (level === 'WARNING' || level === 'stderr') return 'warn';
  return level === 'DEBUG' ? 'faint' : 'plain';
}

export const WEIGHTS: readonly Weight[] = ['bad', 'warn', 'plain', 'faint'];
