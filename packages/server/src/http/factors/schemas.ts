import { Type } from 'typebox';

export const Challenge = Type.String({ minLength: 1, maxLength: 100, examples: ['mKcU7zq0bVn2xYt5Rj8sLw'] });

/** A code of an authenticator app, or a recovery code. */
export const FactorCode = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 64,
  description: 'Six digits of an authenticator app, or a recovery code',
  examples: ['492039'],
});

export const UnixSeconds = (description: string) => Type.Integer({ description, examples: [1_800_000_600] });

/** What a browser passes to `navigator.credentials.get`. */
export const RequestOptions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn',
});

/** What a browser passes to `navigator.credentials.create`. */
export const CreationOptions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn',
});

export const PasskeyName = Type.String({ format: 'label', maxLength: 64, examples: ['Work laptop'] });
