import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECTIONS } from '../../../server/src/config/sections.ts';
import { ORGANIZATION_PERMISSIONS } from '../../../server/src/config/sections/organizations.ts';
import type { Fields } from '../../../server/src/config/sections/field.ts';
import { TABLES } from '../../src/console/pages/settings/tables.ts';
import { settingsDe } from '../../src/console/texts/settings-de.ts';
import { settingsEn } from '../../src/console/texts/settings-en.ts';

interface Shape {
  type?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  patternProperties?: Readonly<Record<string, Shape>>;
  items?: Shape;
}

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

/** The members of the entries of a value; null: it has none. */
function membersOf({ type, properties, patternProperties, items }: Shape): string[] | null {
  const [entry] = Object.values(patternProperties ?? {});
  if (entry !== undefined) return ['', ...(membersOf(entry) ?? [''])];
  if (items !== undefined) return membersOf(items);
  return type === 'object' ? Object.keys(properties ?? {}) : null;
}

describe('the settings of the service in the console', () => {
  it('have a column for each member of a table', () => {
    for (const [section, { fields }] of Object.entries<{ fields: Fields }>(SECTIONS))
      for (const [name, { schema, internal }] of Object.entries(fields)) {
        const members = internal === true ? null : membersOf(schema);
        const table = TABLES[`${section}.${name}`];
        if (members === null) continue;
        // The names of an object are a column, too.
        const own = table?.columns.map((column) => column.name) ?? [];
        assert.equal(own.length, members.length, `${section}.${name}`);
        assert.deepEqual(
          members.filter((member) => member !== '' && !own.includes(member)),
          [],
        );
      }
  });

  for (const [language, { fields: texts, choices, tables, permissions }] of Object.entries({
    en: settingsEn,
    de: settingsDe,
  })) {
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

    it(`have texts for each table and permission in ${language}`, () => {
      for (const [name, { columns }] of Object.entries(TABLES))
        for (const column of columns)
          assert.ok(tables[name]?.columns[column.name] !== undefined, `${name}.${column.name}`);
      const granted = ORGANIZATION_PERMISSIONS.filter((permission) => permission !== 'org:owner');
      assert.deepEqual(Object.keys(permissions), granted);
    });
  }
});
