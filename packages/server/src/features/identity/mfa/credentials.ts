import { type Static, Type } from 'typebox';
import { nullable } from '../../audit/serializers/shapes.ts';

/**
 * The credentials that browsers send (WebAuthn Level 3 §5.1.8). They may contain unused fields, because authenticators
 * and browsers add some. Lengths have limits: those of the standard, or many times the usual length.
 */

/** 1,023 bytes (WebAuthn Level 3 §4, credential ID). */
const MAX_CREDENTIAL_ID = 1364;

function bytes(maxLength: number, description: string, example: string) {
  return Type.String({ format: 'base64url', minLength: 1, maxLength, description, examples: [example] });
}

const ID = '-R8fOdTJsv3g6nAYnLo_tj9Xm6YSKzOtlP8-wzAITrQ';
const USER_HANDLE = 'k9Qm3vXcT1yZ0bRw7uJ5pLhN2sFgE8dA4xVoKiYtCrM';

const ENVELOPE = {
  id: bytes(MAX_CREDENTIAL_ID, 'The credential ID', ID),
  rawId: bytes(MAX_CREDENTIAL_ID, 'The same', ID),
  type: Type.Literal('public-key'),
};
const clientDataJSON = bytes(8192, 'Client data of the browser: type, challenge, origin', 'eyJ0eXBlIjoi');

/** RegistrationResponseJSON. */
export const RegistrationCredential = Type.Object(
  {
    ...ENVELOPE,
    authenticatorAttachment: Type.Optional(
      nullable(
        Type.String({ maxLength: 64, description: '`platform`: of this device', examples: ['platform'] }),
      ),
    ),
    response: Type.Object({
      clientDataJSON,
      attestationObject: bytes(32_768, 'The new public key, in CBOR', 'o2NmbXRkbm9uZQ'),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 64, examples: ['internal'] }), { maxItems: 16 }),
      ),
    }),
  },
  { description: 'RegistrationResponseJSON of WebAuthn, as `PublicKeyCredential.toJSON()` gives it' },
);

/** AuthenticationResponseJSON. */
export const AuthenticationCredential = Type.Object(
  {
    ...ENVELOPE,
    response: Type.Object({
      clientDataJSON,
      authenticatorData: bytes(8192, 'Data of the authenticator', 'v6vDdDKViwY'),
      signature: bytes(2048, 'Over authenticatorData and the hash of clientDataJSON', 'MEYCIQD1Ck4'),
      userHandle: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'base64url',
          minLength: 1,
          maxLength: 86,
          examples: [USER_HANDLE],
          description: 'The user handle of the account; needed for a sign-in',
        }),
      ),
    }),
  },
  { description: 'AuthenticationResponseJSON of WebAuthn, as `PublicKeyCredential.toJSON()` gives it' },
);

export type RegistrationCredential = Static<typeof RegistrationCredential>;
export type AuthenticationCredential = Static<typeof AuthenticationCredential>;
