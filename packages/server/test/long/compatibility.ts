import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url));

/**
 * Writes the versions that a whole part has just passed with into their line of the documentation, with the month. Only
 * with TEST_RECORD=1: otherwise, a test leaves no changed files behind.
 * @throws Error if the page has no such line
 */
export function recordCompatibility(product: string, versions: readonly string[]): void {
  if (process.env['TEST_RECORD'] !== '1') return;
  const month = new Date().toLocaleDateString('en', { month: 'long', year: 'numeric' });
  const line = new RegExp(`^- ${product.replaceAll('.', '\\.')}: .*$`, 'm');
  const text = readFileSync(PAGE, 'utf8');
  if (!line.test(text)) throw new Error(`${PAGE} has no line for ${product}`);
  writeFileSync(PAGE, text.replace(line, `- ${product}: ${versions.join(', ')} (${month})`));
}
