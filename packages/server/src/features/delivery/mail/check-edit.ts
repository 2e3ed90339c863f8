import { invalidFields } from '../../../errors.ts';
import { isPlainText } from '../../../lib/text.ts';
import { english, type MailTexts } from './texts/english.ts';
import { type MailName, type MailParts, openParts, type Part, paragraphsOf, partsOf } from './mail-kinds.ts';

/** Values that a mail has anyway, or that a text may leave out. */
const OPTIONAL: ReadonlySet<string> = new Set(['product']);

const PLACEHOLDER = /\{(\w+)\}/g;

/** The values that a part can fill in, and those that it must name. Lists and subjects never get more than built in. */
export function placeholdersOf(
  texts: MailTexts,
  name: MailName,
): Record<Part, { can: string[]; must: string[] }> {
  const parts = partsOf(texts, name);
  const short = namesIn(`${parts.subject} ${parts.heading} ${parts.button}`);
  const all = namesIn(Object.values(parts).join(' '));
  const must = namesIn(partsOf(english, name).text).filter((one) => !OPTIONAL.has(one));
  const inShort = { can: withProduct(short), must: [] };
  return {
    // Strangers choose some of the values, which must not speak from a subject.
    subject: inShort,
    heading: inShort,
    button: inShort,
    text: { can: withProduct(all), must },
    note: { can: withProduct(all), must: [] },
  };
}

/**
 * The parts of a mail that differ from those of the language, tidied: paragraphs are separated by one empty line.
 * @throws KeywardError `ValidationError` that names the part and the remedy
 */
export function checkEdit(
  texts: MailTexts,
  name: MailName,
  edited: Partial<MailParts>,
): Partial<Record<Part, string>> {
  const [parts, open, placeholders] = [partsOf(texts, name), openParts(name), placeholdersOf(texts, name)];
  const kept: Partial<Record<Part, string>> = {};
  for (const part of open) {
    const given = edited[part];
    if (given === undefined) continue;
    const text = tidy(given);
    check(part, text, placeholders[part]);
    if (text !== parts[part]) kept[part] = text;
  }
  const fixed = (['button', 'note'] as const).find(
    (part) => edited[part] !== undefined && edited[part] !== parts[part] && !open.includes(part),
  );
  if (fixed !== undefined) throw invalidFields({ path: fixed, message: FIXED[fixed] });
  return kept;
}

const FIXED = {
  button: 'must be left out: this mail has no button of its own',
  note: 'must be left out: here it explains the link that undoes the change',
};

function check(part: Part, text: string, { can, must }: { can: string[]; must: string[] }): void {
  const refuse = (message: string) => invalidFields({ path: part, message });
  if (text === '') throw refuse('must not be empty; leave it out for the built-in text');
  if (!paragraphsOf(text).every(isPlainText)) throw refuse('must not contain control characters');
  const unknown = namesIn(text).find((one) => !can.includes(one));
  if (unknown !== undefined)
    throw refuse(
      `must not contain {${unknown}}: here only ${can.map((one) => `{${one}}`).join(', ')} can be filled in`,
    );
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, '')))
    throw refuse('must not contain a single brace; write a value to fill in as {product}');
  const missing = must.find((one) => !text.includes(`{${one}}`));
  if (missing !== undefined) throw refuse(`must contain {${missing}}, which people need to know`);
}

function tidy(text: string): string {
  const paragraphs = text.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n\s*/);
  return paragraphs
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

function withProduct(names: string[]): string[] {
  return [...new Set(['product', ...names])];
}
