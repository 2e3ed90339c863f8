/**
 * Aligns a stream with a page that was read at the same time. A stream begins with the last records of the log,
 * most of which the page has too; records have no number that both share.
 * @param page lines, newest first
 * @param streamed lines, oldest first; at least one
 * @returns how many lines of the stream the page already has, including lines that have not arrived yet; null
 * if it has none
 */
export function sharedWith(page: readonly string[], streamed: readonly string[]): number | null {
  for (let first = Math.min(page.length, REACH) - 1; first >= 0; first -= 1) {
    const both = Math.min(first + 1, streamed.length);
    let same = 0;
    while (same < both && page[first - same] === streamed[same]) same += 1;
    if (same === both) return first + 1;
  }
  return null;
}

/** More lines than arrive between the answers of two requests. */
const REACH = 1_100;
