import { Type } from 'typebox';
import { describedAs } from '../../../lib/documented.ts';
import { invalidFields } from '../../../errors.ts';
import { field, sectionKind, type ValuesOf } from '../section-kind.ts';

const fields = {
  client_id: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'As registered at the provider' }),
    '',
    { required: true, accepts: Type.String({ format: 'text', minLength: 1, maxLength: 1024 }) },
  ),
  client_secret: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'As registered at the provider' }),
    '',
    { secret: true, accepts: Type.String({ format: 'text', minLength: 1, maxLength: 1024 }) },
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
        Type.String({ format: 'web-url' }),
        Type.String({
          format: 'web-url',
          pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\\\s]+(?:/[^?#\\\\\\s]*)?$',
          description: 'Without query and fragment',
        }),
      ),
    },
  ),
};

/** A provider's credentials. Empty: not configured. */
export type ProviderSettings = ValuesOf<typeof fields>;

export const provider = sectionKind({
  fields,
  settle({ merged }) {
    if (merged['client_secret'] === '')
      throw invalidFields({ path: 'client_secret', message: 'is required: there is none to keep' });
    if (/[?#]/.test(String(merged['redirect_uri'])))
      throw invalidFields({ path: 'redirect_uri', message: 'must have no query and no fragment' });
    return merged;
  },
});
