import { styleText } from 'node:util';
import type { Io } from './io.ts';

/** Colours a text, or returns it unchanged. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Colours for a terminal, unless `NO_COLOR` is set. */
export function painter({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Paint {
  const colour = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text);
}

/** Removes control characters, which a terminal could read as commands. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '\uFFFD');
}
