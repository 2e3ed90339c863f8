import { Type } from 'typebox';
import { describedAs } from '../../../lib/documented.ts';
import * as kinds from '../../../config/kinds.ts';
import { PRESET_NAMES } from '../../../config/presets.ts';
import { PRIVATE_KEYS } from '../../../config/signing-secret.ts';
import { invalidFields } from '../../../errors.ts';
import { type Field, field, type ValuesOf } from '../../../config/sections/field.ts';
import { type Change, invalidConfig, isKept, sectionKind, type Some } from '../kinds/section-kind.ts';

/** What the start says of its own slots. */
const identity = {
  preset: field(
    Type.Enum([...PRESET_NAMES, ''], {
      description: 'Kind of a provider that was added here; it stays',
      examples: ['oidc'],
    }),
    '',
    { keys: 'closed' },
  ),
  name: field(
    Type.String({
      format: 'text',
      maxLength: 32,
      description: 'Name in paths of a provider that was added here; it stays',
      examples: ['company'],
    }),
    '',
    { keys: 'closed' },
  ),
  label: field(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: "Text of the button of a provider that was added here; empty: the preset's",
      examples: ['Company'],
    }),
    '',
    { keys: 'closed' },
  ),
  issuer: field(
    Type.String({
      format: 'text',
      maxLength: 1024,
      description: "Issuer of a provider that was added here, needed for `oidc`; empty: the preset's",
      examples: ['https://id.example.com'],
    }),
    '',
    { keys: 'closed' },
  ),
  scopes: field(
    Type.Array(Type.String({ maxLength: 256 }), {
      maxItems: 50,
      description: "Scopes for a provider that was added here; empty: the preset's",
      examples: [['openid', 'email']],
    }),
    [],
    { keys: 'closed' },
  ),
};

const IDENTITY = ['preset', 'name', 'label', 'issuer', 'scopes'] as const satisfies (keyof typeof identity)[];

const fields = {
  ...identity,
  enabled: field(
    Type.Boolean({ description: 'Off: nobody signs in with it, and it keeps its credentials' }),
    true,
    { keys: 'closed' },
  ),
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

const FOR_APPLE_ONLY = 'is for Apple only';
const NOT_FOR_APPLE = 'is not for Apple; send team_id, key_id and private_key';

/** A provider with a client secret: every one except Apple. */
export const provider = sectionKind({
  fields: without([...IDENTITY, ...APPLE_ONLY]),
  stepUp: true,
  together: ['client_id', 'client_secret', 'redirect_uri'],
  settle: (change) =>
    settle(change, ['client_id', 'client_secret', 'redirect_uri'], APPLE_ONLY, FOR_APPLE_ONLY),
});

/** Apple: the service signs a new client secret for each exchange. */
export const apple = sectionKind({
  fields: without([...IDENTITY, 'client_secret']),
  stepUp: true,
  together: ['client_id', ...APPLE_ONLY, 'redirect_uri'],
  settle(change) {
    const { values, next } = change;
    const merged = settle(
      change,
      ['client_id', ...APPLE_ONLY, 'redirect_uri'],
      ['client_secret'],
      NOT_FOR_APPLE,
    );
    return next['private_key'] === values.private_key ? merged : withKey(merged);
  },
});

/** A provider that superadmins add, of any preset: it exists while it has one. */
export const added = sectionKind({
  fields,
  stepUp: true,
  settle({ input, merged, next, values }) {
    if (values.preset !== '') {
      for (const name of ['preset', 'name'] as const)
        if (!isKept(input[name]) && input[name] !== values[name])
          throw invalidFields({ path: name, message: 'stays; remove the provider and add another' });
      // Otherwise the secret could be sent to a server of somebody else.
      if (next['issuer'] !== values.issuer && isKept(input['client_secret']))
        throw invalidFields({ path: 'client_secret', message: 'must be sent again for another issuer' });
      merged = { ...merged, preset: values.preset, name: values.name };
    }
    const isNewKey = next['private_key'] !== values.private_key && next['private_key'] !== '';
    return isNewKey ? withKey(merged) : merged;
  },
  check(values) {
    const isApple = values.preset === 'apple';
    const needed = [
      ...(['preset', 'name', 'client_id'] as const),
      ...(isApple ? APPLE_ONLY : (['client_secret'] as const)),
      ...(values.preset === 'oidc' ? (['issuer'] as const) : []),
    ];
    if (!needed.some((name) => values[name] !== '')) return;
    const missing = needed.find((name) => values[name] === '');
    if (missing !== undefined) throw invalidConfig(missing, 'must not be empty');
    const foreign = (isApple ? (['client_secret'] as const) : APPLE_ONLY).find((name) => values[name] !== '');
    if (foreign !== undefined) throw invalidConfig(foreign, isApple ? NOT_FOR_APPLE : FOR_APPLE_ONLY);
    for (const [name, kind] of [
      ['name', kinds.providerName],
      ['issuer', kinds.issuer],
      ['redirect_uri', kinds.redirectUri],
    ] as const)
      if (values[name] !== '' && kind.parse(values[name]) === undefined)
        throw invalidConfig(name, `must be ${kind.use}`);
  },
});

/** The fields of all kinds of providers, because the parameter of a route does not determine the kind. */
export const anyProvider = sectionKind({ fields, stepUp: true });

/** @throws KeywardError `ValidationError` */
function withKey(merged: Some): Some {
  const key = PRIVATE_KEYS.ES256?.read(String(merged['private_key']));
  if (key !== undefined) return { ...merged, private_key: key };
  const message = 'must be a P-256 private key in PEM: the content of the .p8 file';
  throw invalidFields({ path: 'private_key', message });
}

function settle(
  { input, merged, next, values }: Change<ProviderSettings>,
  own: readonly Name[],
  foreign: readonly Name[],
  reason: string,
): Some {
  const refused = (names: readonly Name[], message: string) => {
    const misplaced = names.filter((name) => input[name] !== undefined && input[name] !== null);
    if (misplaced.length > 0) throw invalidFields(...misplaced.map((path) => ({ path, message })));
  };
  refused(foreign, reason);
  refused(IDENTITY, 'is set at the start for this provider');
  // The shown values can be sent back, even for a provider without credentials.
  if (own.every((name) => next[name] === values[name])) return merged;
  const missing = own.filter((name) => next[name] === '');
  const message = `must not be empty: a provider needs all ${own.length === 3 ? 'three' : 'five'}`;
  if (missing.length > 0) throw invalidFields(...missing.map((path) => ({ path, message })));
  if (/[?#]/.test(String(next['redirect_uri'])))
    throw invalidFields({ path: 'redirect_uri', message: 'must have no query and no fragment' });
  return merged;
}

/** The fields, with those marked that a kind of provider does not have. */
function without(names: readonly Name[]): typeof fields {
  const absent = (one: Field): Field => ({ ...one, internal: true });
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, absent(fields[name])])) };
}
