import type { Token } from 'marked';

/**
 * The line that a block, a row of a table or an item of a list begins with, counted from 1. Search results name
 * lines, which the page must find.
 */
export function linesOf(tokens: readonly Token[]): WeakMap<object, number> {
  const lines = new WeakMap<object, number>();
  let line = 1;
  for (const token of tokens) {
    lines.set(token, line);
    // The first row follows the header and the line below it.
    if (token.type === 'table')
      for (const [index, row] of token.rows.entries()) lines.set(row, line + 2 + index);
    if (token.type === 'list') {
      let itemLine = line;
      for (const item of token.items) {
        lines.set(item, itemLine);
        itemLine += breaksIn(item.raw);
      }
    }
    line += breaksIn(token.raw);
  }
  return lines;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
