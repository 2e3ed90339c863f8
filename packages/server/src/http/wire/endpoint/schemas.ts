import { PURPOSES } from '../../../store/tables/codes.ts';
import { type TSchema, Type } from 'typebox';
import { AccountSchema, type Metadata, MetadataSchema } from '../../../features/audit/serializers/account.ts';
import { eachProfileField } from '../../../lib/profile-fields.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';

/** Shapes that several endpoints share, with the names and meanings of the interface. */

/** An object that refuses unknown fields. */
export function body<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** The same, with each field optional: `Type.Partial` alone would lose that it is closed. */
export function partialBody<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false });
}

/**
 * A query that refuses unknown parameters and names the valid ones: an ignored filter would present the whole list as
 * the result of a search. Other queries ignore unknown parameters.
 */
export function closedQuery<Properties extends Record<string, TSchema>>(properties: Properties) {
  const names = Object.keys(properties);
  return Type.Object(
    properties,
    names.length === 0 ? { additionalProperties: false } : { propertyNames: { enum: names } },
  );
}

export const Name = Type.String({ format: 'name', description: '1 to 200 characters' });
export const Email = Type.String({
  format: 'email',
  description: 'One plain address, at most 254 characters',
});
export const Handle = Type.String({
  format: 'handle',
  description: 'Letters, digits, ".", "_", "-"; at least one letter; case-insensitive',
});
export const ProfileFields = eachProfileField((format, { description }) =>
  Type.Optional(nullable(Type.String({ format, description }))),
);
export const MetadataPatch = Type.Unsafe<Metadata>({
  ...MetadataSchema,
  description:
    'Merged into the existing value (RFC 7396): null removes a member. At most 8 KiB as JSON after the merge, and 10 levels',
});
export const ExternalId = nullable(
  Type.String({
    format: 'label',
    maxLength: 255,
    description: 'The id in another system, unique among all accounts; null: none',
  }),
);
export const Identifier = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 320,
  description: 'Email, handle or phone',
});
export const Password = Type.String({ format: 'well-formed', description: 'At most 1,024 bytes' });

export const Code = Type.String({ format: 'code', description: 'Exactly 6 digits' });
export const LinkKey = Type.Optional(
  Type.String({
    pattern: '^[\\w-]{22}$',
    description:
      'The key of the mailed link that brought the code. It works even if others have guessed wrong codes',
  }),
);
/**
 * Asks for a one-time code that only the frontend itself can exchange (RFC 7636 §4.3). Only S256: with `plain` the
 * challenge is the verifier, and every reader of the address would have it.
 */
export const CodeChallenge = {
  code_challenge: Type.Optional(
    Type.String({
      format: 'code-challenge',
      description:
        'For a sign-in: its redirect then carries a one-time code, in either profile, and only the verifier can exchange it',
    }),
  ),
  code_challenge_method: Type.Optional(Type.Literal('S256')),
};
export const CodeVerifier = Type.String({
  format: 'code-verifier',
  description: 'The verifier that the code_challenge was made from, if there was one',
});
export const FrontendUrl = Type.String({
  maxLength: 2048,
  description: 'Base address of an allowed frontend',
});
export const PurposeParams = Type.Object({
  purpose: Type.Enum([...PURPOSES]),
});

const ofVersion = {
  pattern: '^[A-Za-z0-9_-]{43}$',
  examples: ['47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
};

/** What a thing is now; see `versionOf` and `wordOf`. */
export const Version = Type.String({
  ...ofVersion,
  description: 'Changes with everything that decides what it may do',
});

/** In a change: it counts only for what was read. */
export const ReadVersion = Type.String({
  ...ofVersion,
  description: 'As it was read: what has changed since is left',
});

/** The cookies' properties, as clients see them. */
export const CookieSchema = Type.Object({
  cookie_mode: Type.Boolean(),
  access_cookie_name: Type.String(),
  refresh_cookie_name: Type.String(),
  path: Type.String(),
  domain: nullable(Type.String()),
  secure: Type.Boolean(),
  samesite: Type.String(),
});

/**
 * Tokens are in the body or, in cookie mode, in cookies. One object: with a union of two, each answer would have to be
 * matched against both.
 */
export const DeliveredTokens = {
  access_token: Type.Optional(Type.String({ description: 'Not in cookie mode' })),
  refresh_token: Type.Optional(Type.String({ description: 'In dual-token mode; not in cookie mode' })),
  token_type: Type.Unsafe<'Bearer' | 'Cookie'>({ type: 'string', enum: ['Bearer', 'Cookie'] }),
  cookie: Type.Optional(CookieSchema),
};

export const TokenResponseSchema = Type.Object({ ...DeliveredTokens, account: AccountSchema });

/** One schema for all HTML pages and apps, because a serializer is compiled for each schema. */
export const HtmlPage = Type.String({ contentMediaType: 'text/html' });

export const ActionSchema = Type.Object({ success: Type.Literal(true), message: Type.String() });
