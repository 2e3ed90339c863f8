/** The keys of a table that has exactly these: its type forbids to leave one out. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  // Object.keys knows of more keys than the type does; of a literal it has none.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as Key[];
}
