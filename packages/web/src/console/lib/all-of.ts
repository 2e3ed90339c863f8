/** All values of a type, in the order of a table that must name each of them to compile. */
export function allOf<Value extends string>(table: Readonly<Record<Value, unknown>>): readonly Value[] {
  return Object.keys(table).filter((key): key is Value => Object.hasOwn(table, key));
}
