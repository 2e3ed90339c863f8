/**
 * In a schema: another schema, which the description of the API shows instead. For what is let through although it does
 * not fit, because rules of its own refuse it with an error that says more.
 */
export const DOCUMENTED = 'documented';

/** A schema that checks as `checked` and is described as `schema`. */
export function describedAs<Checked extends object>(checked: Checked, schema: object): Checked {
  return { ...checked, [DOCUMENTED]: schema };
}
