import { Type } from 'typebox';
import { describedAs } from '../../../lib/documented.ts';
import { PRIVATE_KEYS } from '../../../config/signing-secret.ts';
import { invalidFields } from '../../../errors.ts';
import { type Field, field, type ValuesOf } from '../../../config/sections/field.ts';
import { type Change, sectionKind, type Some } from '../kinds/section-kind.ts';

const fields = {
  client_id: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'As registered at the provider' }),
    '',
    { keys: 'closed', required: true },
  ),
  client_secret: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'As registered at the provider' }),
    '',
    { keys: 'closed', secret: true },
  ),
  team_id: field(
    Type.String({ format: 'text', maxLength: 64, description: "Apple only: the developer team's id" }),
    '',
    { keys: 'closed' },
  ),
  key_id: field(
    Type.String({ format: 'text', maxLength: 64, description: 'Apple only: id of the private key' }),
    '',
    { keys: 'closed' },
  ),
  private_key: field(
    Type.String({
      format: 'well-formed',
      maxLength: 16_384,
      description: 'Apple only, in place of the client secret: content of the .p8 file',
    }),
    '',
    { keys: 'closed', secret: true },
  ),
  native_client_ids: field(
    Type.Array(Type.String({ maxLength: 1024 }), {
      maxItems: 20,
      description: 'Client ids of your mobile apps, whose ID tokens are accepted too',
    }),
    [],
    { keys: 'closed' },
  ),
  trusts_email: field(
    Type.Boolean({
      description:
        "Whether to trust this provider's verified emails; for `oidc` and `microsoft`, whose emails other organizations may have verified",
    }),
    false,
    { keys: 'closed' },
  ),
  redirect_uri: field(
    Type.String({
      description:
        'As registered at the provider, without query and fragment; unset: `{public address}{prefix}/{name}/callback`',
    }),
    '',
    {
      keys: 'closed',
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

type Name = keyof typeof fields;

const APPLE_ONLY = ['team_id', 'key_id', 'private_key'] as const satisfies Name[];

/** A provider with a client secret: every one except Apple. */
export const provider = sectionKind({
  fields: {
    ...fields,
    team_id: absent(fields.team_id),
    key_id: absent(fields.key_id),
    private_key: absent(fields.private_key),
  },
  stepUp: true,
  together: ['client_id', 'client_secret', 'redirect_uri'],
  settle: (change) =>
    settle(change, ['client_id', 'client_secret', 'redirect_uri'], APPLE_ONLY, 'is for Apple only'),
});

/** Apple: the service signs a new client secret for each exchange. */
export const apple = sectionKind({
  fields: { ...fields, client_secret: absent(fields.client_secret) },
  stepUp: true,
  together: ['client_id', ...APPLE_ONLY, 'redirect_uri'],
  settle(change) {
    const { values, next } = change;
    const merged = settle(
      change,
      ['client_id', ...APPLE_ONLY, 'redirect_uri'],
      ['client_secret'],
      'is not for Apple; send team_id, key_id and private_key',
    );
    if (next['private_key'] === values.private_key) return merged;
    const key = PRIVATE_KEYS.ES256?.read(String(next['private_key']));
    if (key === undefined) {
      const message = 'must be a P-256 private key in PEM: the content of the .p8 file';
      throw invalidFields({ path: 'private_key', message });
    }
    return { ...merged, private_key: key };
  },
});

/** The fields of all kinds of providers, because the parameter of a route does not determine the kind. */
export const anyProvider = sectionKind({ fields, stepUp: true });

function settle(
  { input, merged, next, values }: Change<ProviderSettings>,
  own: readonly Name[],
  foreign: readonly Name[],
  reason: string,
): Some {
  const misplaced = foreign.filter((name) => input[name] !== undefined && input[name] !== null);
  if (misplaced.length > 0) throw invalidFields(...misplaced.map((path) => ({ path, message: reason })));
  // The shown values can be sent back, even for a provider without credentials.
  if (own.every((name) => next[name] === values[name])) return merged;
  const missing = own.filter((name) => next[name] === '');
  const message = `must not be empty: a provider needs all ${own.length === 3 ? 'three' : 'five'}`;
  if (missing.length > 0) throw invalidFields(...missing.map((path) => ({ path, message })));
  if (/[?#]/.test(String(next['redirect_uri'])))
    throw invalidFields({ path: 'redirect_uri', message: 'must have no query and no fragment' });
  return merged;
}

/** A field that this kind of provider does not have. */
function absent<F extends Field>(one: F): F {
  return { ...one, internal: true };
}
