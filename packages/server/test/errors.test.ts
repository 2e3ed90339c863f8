import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { errorCode, type ErrorKind, ERRORS, invalidFields, KeywardError } from '../src/errors.ts';
import { declaredRoutes } from './support/routes.ts';

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

describe('docs/errors.md', async () => {
  const routes = await declaredRoutes('');
  const document = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
  const sections = document.split(/^## /m).slice(1);

  it('has a section for each kind, in the order of the catalogue, and no other', () => {
    assert.deepEqual(
      sections.map((section) => section.split('\n')[0]),
      KINDS,
    );
  });

  it('says the status, the code, when it happens and what to do', () => {
    for (const section of sections) {
      const [heading = '', , facts = '', , ...text] = section.split('\n');
      const kind = KINDS.find((known) => known === heading);
      assert.ok(kind !== undefined, heading);
      assert.equal(
        facts,
        [`\`${ERRORS[kind].status}\` \`${errorCode(kind)}\``, ...exceptions(kind)].join('; '),
      );
      assert.match(text.join('\n'), /^When: \S[^]+\n\nWhat to do: \S[^]+\.\n*$/, kind);
    }
  });

  /** The routes on which a kind has another status. */
  function exceptions(kind: ErrorKind): string[] {
    return routes.flatMap(({ route: { method, path, endpoint } }) => {
      const status = endpoint.errorStatus?.[kind];
      return status === undefined ? [] : [`\`${status}\` on \`${method} ${path}\``];
    });
  }
});
