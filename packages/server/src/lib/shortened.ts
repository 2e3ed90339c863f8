const CUT = '…';
/** At least this much is shown of each part. A list or an object needs it for brackets and `…`. */
const LEAST_BYTES = 16;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** The beginning of a text, in at most `most` bytes as JSON, where a control character takes six. It cuts no character. */
export function beginningOf(text: string, most: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += bytesOf(character) - '""'.length;
    if (size > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * A JSON value in at most `most` bytes, but not below {@link LEAST_BYTES}. Long texts, lists and objects are cut, and `…`
 * stands for what is left out. They stay what they are, and the shortest parts stay whole.
 */
export function shortened(value: unknown, most: number): unknown {
  if (bytesOf(value) <= most) return value;
  if (typeof value === 'string') return beginning(value, most);
  if (typeof value !== 'object' || value === null) return CUT;
  const isList = Array.isArray(value);
  const all = Object.entries(value).map(([name, part]) => {
    const bytes = bytesOf(part);
    return { name, part, bytes, least: Math.min(bytes, LEAST_BYTES) };
  });
  let room = most - LEAST_BYTES;
  const kept = all.filter(({ name, least }) => {
    const cost = (isList ? 0 : bytesOf(name) + 1) + least + 1;
    if (cost > room) return false;
    room -= cost;
    return true;
  });
  const parts = new Map<string, unknown>();
  for (const [index, { name, part, bytes, least }] of kept.toSorted((a, b) => a.bytes - b.bytes).entries()) {
    const share = least + Math.floor(room / (kept.length - index));
    parts.set(name, shortened(part, share));
    room -= Math.min(bytes, share) - least;
  }
  const shown = kept.map(({ name }): [string, unknown] => [name, parts.get(name)]);
  const rest: [string, unknown][] = kept.length < all.length ? [[CUT, CUT]] : [];
  return isList ? [...shown, ...rest].map(([, part]) => part) : Object.fromEntries([...shown, ...rest]);
}

function beginning(text: string, most: number): string {
  let cut = text.slice(0, Math.max(0, most));
  while (cut !== '' && bytesOf(`${cut}${CUT}`) > most) cut = cut.slice(0, Math.floor(cut.length * 0.9));
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}${CUT}`;
}
