import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCode, type ErrorKind, ERRORS, invalidFields, KeywardError } from '../src/errors.ts';

const KINDS = Object.keys(ERRORS).filter((kind): kind is ErrorKind => kind in ERRORS);

describe('the catalogue of errors', () => {
  it('gives every kind a code of its own', () => {
    const examples: Partial<Record<ErrorKind, string>> = {
      InvalidCredentialsError: 'invalid_credentials',
      OTPInvalidError: 'otp_invalid',
      OTPExpiredError: 'otp_expired',
      RoleMismatchError: 'role_mismatch',
      LoggingDisabledError: 'logging_disabled',
      OAuthAlreadyLinkedError: 'oauth_already_linked',
      FrontendUrlNotAllowedError: 'frontend_url_not_allowed',
      ValidationError: 'validation',
      AuthError: 'auth',
    };
    for (const kind of KINDS) {
      if (examples[kind] !== undefined) assert.equal(errorCode(kind), examples[kind]);
      assert.match(errorCode(kind), /^[a-z]+(_[a-z]+)*$/);
    }
    assert.equal(new Set(KINDS.map(errorCode)).size, KINDS.length);
  });

  it('gives every kind an error status and a public sentence', () => {
    for (const kind of KINDS) {
      const { status, message } = ERRORS[kind];
      assert.ok(status >= 400 && status < 600, kind);
      assert.match(message, /^[A-Z].*\.$/, kind);
    }
  });

  it('keeps the cause of an error apart from what is said about it', () => {
    const error = new KeywardError('InternalError', { cause: new Error('secret') });
    assert.deepEqual(
      [error.name, error.kind, error.message],
      ['InternalError', 'InternalError', ERRORS.InternalError.message],
    );
    assert.equal(JSON.stringify(error).includes('secret'), false);
    const fields = [{ path: 'a.b', message: 'is required' }];
    assert.deepEqual(invalidFields(...fields).details, { fields });
  });
});
