/** A position in the audit log as readers see it. It is opaque, so that its form can change. */
const CURSOR = /^e([0-9a-z]{1,11})$/;

/** @param position of the last event that the reader knows; 0 before the first */
export function cursorOf(position: number): string {
  return `e${position.toString(36)}`;
}

/** Null for a text that is not a cursor. */
export function readCursor(text: string): number | null {
  const digits = CURSOR.exec(text)?.[1];
  const position = Number.parseInt(digits ?? '', 36);
  return Number.isSafeInteger(position) && cursorOf(position) === text ? position : null;
}
