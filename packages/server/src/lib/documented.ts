/**
 * In a schema: another schema, which the API's description shows instead. For values that pass the check although they
 * do not fit, because a rule refuses them with an error that says more.
 */
export const DOCUMENTED = 'documented';

/** A schema that checks as `checked` and is described as `schema`. */
export function describedAs<Checked extends object>(checked: Checked, schema: object): Checked {
  return { ...checked, [DOCUMENTED]: schema };
}
