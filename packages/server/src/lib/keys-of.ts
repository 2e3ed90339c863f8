/** The keys of a table, in its order. The table's type requires exactly these keys. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  // Objects may have more keys than their type, but a literal does not.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as Key[];
}
