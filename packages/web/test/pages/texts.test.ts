import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCode, ERRORS } from '../../../server/src/errors.ts';
import { LANGUAGES } from '../../../server/src/lib/languages.ts';
import { en } from '../../../react/src/texts/en.ts';
import { portalRolesTextsIn, portalTextsIn, textsIn } from './texts-in.ts';

/** Errors that cannot occur on these pages: of administration, organizations, logs, and programs. */
const ELSEWHERE =
  /Config|Logging|Malformed|Scope|Key|Log|Document|Event|Webhook|Delivery|Snapshot|Route|Method|BodyToo|HeadersToo|MediaType|RequestTimeout|IdToken|ExternalId|InvitationNotFound|OTPNotConfigured|^Secret|Organization|Permission|Member|Role|Slug|^Domain|^Scim|ProviderLimit/;

/** What a text fills in, in the order of the alphabet; a key with a text of any language. */
function filledIn(text: unknown): string {
  if (typeof text !== 'function') return typeof text;
  // A list, because some join one; within a text it reads as its only item.
  const values = Array.from({ length: text.length }, (_, place) => [`<${place}>`]);
  const filled = String(text(...values)).match(/<\d>/g) ?? [];
  return `function of ${[...new Set(filled)].sort().join(', ')}`;
}

/** Each key with the kind of its text, and what that fills in. */
function describeTexts(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? describeTexts(value).map((inner) => `${name}.${inner}`)
      : [`${name}: ${filledIn(value)}`],
  );
}

describe('the texts of the components and the portal', async () => {
  const languages = await Promise.all(
    LANGUAGES.map(async (language) => ({
      language,
      texts: {
        ...(await textsIn(language)),
        portal: await portalTextsIn(language),
        ...(await portalRolesTextsIn(language)),
      },
    })),
  );
  const expected = describeTexts({
    ...en,
    portal: await portalTextsIn('en'),
    ...(await portalRolesTextsIn('en')),
  }).sort();

  for (const { language, texts } of languages) {
    it(`explain in ${language} each error of the service that people can meet`, () => {
      const codes = Object.keys(ERRORS)
        .filter((kind) => !ELSEWHERE.test(kind) || kind === 'LoginRefusedError')
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are its own keys
        .map((kind) => errorCode(kind as keyof typeof ERRORS));
      assert.deepEqual(
        codes.filter((code) => !Object.hasOwn(texts.errors, code)),
        [],
      );
    });

    it(`are complete in ${language}, with the same placeholders as in English`, () => {
      assert.equal(texts.locale, language);
      assert.deepEqual(describeTexts(texts).sort(), expected);
    });

    it(`have forms in ${language} for what depends on a number`, () => {
      const { factors, data, sessions } = texts;
      for (const count of [0, 1, 2, 5, 21, 22, 101])
        for (const text of [factors.recoveryLeft(count), sessions.othersEnded(count)])
          assert.doesNotMatch(text, /undefined|NaN/);
      const asked = [null, 0, 1, 2, 5].map((days) => data.deleteAsk(days));
      assert.equal(new Set(asked).size, asked.length, asked.join('\n'));
    });
  }
});
