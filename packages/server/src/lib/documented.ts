/**
 * In a schema: another schema that the API's description shows instead. For values that must pass the check, because a
 * later rule refuses them with a better error.
 */
export const DOCUMENTED = 'documented';

/** A schema that checks as `checked` and is described as `schema`. */
export function describedAs<Checked extends object>(checked: Checked, schema: object): Checked {
  return { ...checked, [DOCUMENTED]: schema };
}
