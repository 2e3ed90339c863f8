import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECTIONS } from '../../../server/src/config/sections.ts';
import type { Fields } from '../../../server/src/config/sections/field.ts';
import { settingsDe } from '../../src/console/texts/settings-de.ts';
import { settingsEn } from '../../src/console/texts/settings-en.ts';

describe('the settings of the service in the console', () => {
  for (const [language, { fields: texts }] of Object.entries({ en: settingsEn, de: settingsDe })) {
    it(`have a text for each field in ${language}`, () => {
      const missing = Object.entries<{ fields: Fields }>(SECTIONS).flatMap(([section, { fields }]) =>
        Object.entries(fields)
          .filter(([name, { internal }]) => internal !== true && texts[section]?.[name] === undefined)
          .map(([name]) => `${section}.${name}`),
      );
      assert.deepEqual(missing, []);
    });
  }
});
