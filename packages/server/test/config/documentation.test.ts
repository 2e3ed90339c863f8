import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import type { Fields } from '../../src/config/field.ts';
import { loadConfig } from '../../src/config/load.ts';
import { SECTIONS } from '../../src/config/sections.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import type { Variables } from '../../src/config/sources.ts';
import { documentationRows, envExample } from './rendered-settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('documentation of the settings', () => {
  it('docs/settings.md holds the row of every setting in its section, and no other', () => {
    // The formatter pads the cells of a table.
    const document = read('docs/settings.md').replaceAll(/ {2,}/g, ' ');
    for (const { title, rows } of documentationRows()) {
      const section = document.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
      const found = section.split('\n').filter((line) => line.startsWith('| `KEYWARD_'));
      assert.deepEqual(
        found,
        rows,
        `The table "${title}" of docs/settings.md must be:\n${rows.join('\n')}\n`,
      );
    }
  });

  it('.env.example is what the settings say, and sets nothing', () => {
    const example = read('../../.env.example');
    assert.deepEqual(parseEnv(example), {});
    assert.equal(example, envExample(), `.env.example must be:\n${envExample()}`);
  });

  it('.env.example with every line uncommented changes nothing', () => {
    const env = parseEnv(read('../../.env.example').replaceAll(/^#(?=KEYWARD_)/gm, ''));
    const load = (variables: Variables) => {
      const { given: _, firstValues, ...config } = loadConfig({ env: variables, cwd: '/srv', dotenv: false });
      return { firstValues, config };
    };
    assert.equal(Object.keys(env).length, SETTINGS.length);
    const { firstValues, config } = load(env);
    assert.deepEqual(config, load({}).config);
    const defaults: Record<string, Fields> = Object.fromEntries(
      Object.entries(SECTIONS).map(([section, { fields }]) => [section, fields]),
    );
    for (const [section, values] of Object.entries<Readonly<Record<string, unknown>>>(firstValues))
      for (const [field, value] of Object.entries(values))
        assert.deepEqual(value, defaults[section]?.[field]?.default, field);
  });
});
