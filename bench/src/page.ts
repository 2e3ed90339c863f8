import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../../packages/server/docs/performance.md', import.meta.url);
/** The line that the measured part of a section begins with; it ends with the section. */
const BEGIN = '\nMeasured ';
const SECTION = '\n## ';

/** The sections of the page that a run can write. */
export const SECTIONS = {
  limits: 'Beside the limits of the machine',
  peers: 'Beside other products',
  routes: 'Every route',
} as const;

/**
 * Replaces what an earlier run measured in a section of the documentation's page.
 * @param text begins with "Measured"
 */
export function writeSection(name: keyof typeof SECTIONS, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const from = page.indexOf(`${SECTION}${SECTIONS[name]}\n`) + 1;
  const next = page.indexOf(SECTION, from);
  const to = next < 0 ? page.length : next;
  const begin = page.indexOf(BEGIN, from);
  if (from === 0 || begin < 0 || begin > to) throw new Error(`The page has no measured section ${name}`);
  writeFileSync(PAGE, `${page.slice(0, begin + 1)}${text}\n${page.slice(to)}`);
}
