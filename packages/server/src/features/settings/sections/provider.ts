import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { describedAs } from '../../../lib/documented.ts';
import { invalidFields } from '../../../errors.ts';
import { field, sectionKind, type ValuesOf } from '../section-kind.ts';

const fields = {
  client_id: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'As registered at the provider' }),
    '',
    { required: true },
  ),
  client_secret: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'As registered at the provider' }),
    '',
    { secret: true },
  ),
  redirect_uri: field(
    Type.String({
      description:
        'As registered at the provider, without query and fragment; unset: `{public address}{prefix}/{name}/callback`',
    }),
    '',
    {
      required: true,
      accepts: describedAs(
        Type.String({ format: 'web-url-or-empty' }),
        Type.String({
          format: 'web-url-or-empty',
          pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\\\s]+(?:/[^?#\\\\\\s]*)?)?$',
          description: 'Without query and fragment',
        }),
      ),
    },
  ),
};

/** A provider's credentials. Empty: not configured. */
export type ProviderSettings = ValuesOf<typeof fields>;

const MISSING = 'must not be empty: a provider needs all three';

export const provider = sectionKind({
  fields,
  together: ['client_id', 'client_secret', 'redirect_uri'],
  settle({ merged, next, values }) {
    // The values as shown can be sent back, even for a provider without credentials.
    if (isDeepStrictEqual(next, values)) return merged;
    const missing = Object.keys(fields).filter((name) => next[name] === '');
    if (missing.length > 0) throw invalidFields(...missing.map((path) => ({ path, message: MISSING })));
    if (/[?#]/.test(String(next['redirect_uri'])))
      throw invalidFields({ path: 'redirect_uri', message: 'must have no query and no fragment' });
    return merged;
  },
});
