import { Type } from 'typebox';
import { tool } from './tool.ts';

const MOST = 5;
/** Lines from a match on, and characters of them. */
const LINES = 25;
const LENGTH = 1_500;

export const searchDocumentation = tool({
  name: 'search_documentation',
  title: 'Search the documentation',
  description:
    'Finds passages of the documentation of this Keyward: settings, routes, errors, operation. Use it before you guess.',
  scopes: [],
  effect: 'reads',
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'One or more words; a line matches if it has all of them',
    }),
  }),
  output: Type.Object({
    passages: Type.Array(Type.Object({ page: Type.String(), line: Type.Integer(), text: Type.String() })),
  }),
  async run({ query }, { documents }) {
    const passages: { page: string; line: number; text: string }[] = [];
    for (const { path, line } of (await documents?.search(query)) ?? []) {
      const overlaps = passages.some((one) => one.page === path && Math.abs(one.line - line) < LINES);
      if (overlaps) continue;
      const lines = (await documents?.find(path))?.text.split('\n') ?? [];
      const text = lines
        .slice(line - 1, line - 1 + LINES)
        .join('\n')
        .slice(0, LENGTH);
      passages.push({ page: path, line, text });
      if (passages.length === MOST) break;
    }
    return { passages };
  },
});
