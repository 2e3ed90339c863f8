/**
 * Where a stream goes on from a page that was read at the same time. A stream begins with the last records of the log,
 * which the page mostly has too; records have no number that both would name.
 * @param page lines, newest first
 * @param streamed lines, oldest first; at least one
 * @returns how many lines of the stream the page has, also of those that are still to come; null if none of them
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

/** More lines than come between the answers of two requests. */
const REACH = 1_100;
