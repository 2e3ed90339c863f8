/** A position in the audit log as readers see it. It is opaque, so that its form can change. */
export const CURSOR_PATTERN = '^e(?:0|[1-9a-z][0-9a-z]{0,9})$';
/** The rule for the error message. */
export const CURSOR_RULE = 'must be a cursor of an earlier answer; leave it out to start again';
const CURSOR = new RegExp(CURSOR_PATTERN, 'u');

/** @param position of the last event that the reader knows; 0 before the first */
export function cursorOf(position: number): string {
  return `e${position.toString(36)}`;
}

/** Null for a text that is not a cursor. */
export function readCursor(text: string): number | null {
  return CURSOR.test(text) ? Number.parseInt(text.slice(1), 36) : null;
}
