import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCode, ERRORS } from '../../../server/src/errors.ts';
import { de } from '../../../react/src/texts/de.ts';
import { en } from '../../../react/src/texts/en.ts';

/** Errors that cannot occur on these pages: of administration, organizations, logs, and programs. */
const ELSEWHERE =
  /Config|Logging|Malformed|Scope|Key|Log|Document|Event|Webhook|Delivery|Snapshot|Route|Method|BodyToo|HeadersToo|MediaType|RequestTimeout|IdToken|ExternalId|InvitationNotFound|OTPNotConfigured|^Secret|Organization|Permission|Member|Role|Slug|^Domain|^Scim/;

describe('the texts of the components', () => {
  it('say something about each error of the service that people can meet', () => {
    const codes = Object.keys(ERRORS)
      .filter((kind) => !ELSEWHERE.test(kind) || kind === 'LoginRefusedError')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are its own keys
      .map((kind) => errorCode(kind as keyof typeof ERRORS));
    for (const texts of [en, de])
      assert.deepEqual(
        codes.filter((code) => !Object.hasOwn(texts.errors, code)),
        [],
        texts.locale,
      );
  });

  it('say everything in each language', () => {
    const keys = (texts: object): string[] =>
      Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'object' && value !== null
          ? keys(value).map((inner) => `${name}.${inner}`)
          : [`${name}: ${typeof value}`],
      );
    assert.deepEqual(keys(de), keys(en));
  });
});
