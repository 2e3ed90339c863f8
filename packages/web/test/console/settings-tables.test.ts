import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECTIONS } from '../../../server/src/config/sections.ts';
import type { Fields } from '../../../server/src/config/sections/field.ts';
import { settingsDe } from '../../src/console/texts/settings-de.ts';
import { settingsEn } from '../../src/console/texts/settings-en.ts';

interface Choices {
  enum?: readonly unknown[];
  anyOf?: readonly Choices[];
  items?: Choices;
}

function choicesOf({ enum: values = [], anyOf = [], items }: Choices): string[] {
  return [
    ...values.map(String),
    ...anyOf.flatMap(choicesOf),
    ...(items === undefined ? [] : choicesOf(items)),
  ];
}

describe('the settings of the service in the console', () => {
  for (const [language, { fields: texts, choices }] of Object.entries({ en: settingsEn, de: settingsDe })) {
    it(`have a text for each field in ${language}`, () => {
      const missing = Object.entries<{ fields: Fields }>(SECTIONS).flatMap(([section, { fields }]) =>
        Object.entries(fields)
          .filter(([name, { internal }]) => internal !== true && texts[section]?.[name] === undefined)
          .map(([name]) => `${section}.${name}`),
      );
      assert.deepEqual(missing, []);
    });

    it(`have words for each choice in ${language}, without the name that the service has for it`, () => {
      const wrong = Object.values<{ fields: Fields }>(SECTIONS).flatMap(({ fields }) =>
        Object.entries(fields)
          // The names of algorithms are the words.
          .filter(([name]) => !name.endsWith('algorithm'))
          .flatMap(([name, { schema }]) =>
            choicesOf(schema).map((value) => [name, value, choices[name]?.[value]]),
          )
          .filter(([, value, words]) => words === undefined || words.startsWith(`${value}:`)),
      );
      assert.deepEqual(wrong, []);
    });
  }
});
