import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import type { Fields } from '../../src/config/sections/field.ts';
import { loadConfig } from '../../src/config/load.ts';
import { SECTIONS } from '../../src/config/sections.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import type { Variables } from '../../src/config/sources.ts';
import { envExample } from './env-example.ts';

const EXAMPLE = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');

describe('.env.example', () => {
  it('matches the settings, and sets nothing', () => {
    assert.deepEqual(parseEnv(EXAMPLE), {});
    assert.equal(EXAMPLE, envExample(), `.env.example must be:\n${envExample()}`);
  });

  it('changes nothing with every line uncommented', () => {
    const env = parseEnv(EXAMPLE.replaceAll(/^#(?=KEYWARD_)/gm, ''));
    const load = (variables: Variables) => {
      const { given: _, startValues, ...config } = loadConfig({ env: variables, cwd: '/srv', dotenv: false });
      return { startValues, config };
    };
    assert.equal(Object.keys(env).length, SETTINGS.length);
    const { startValues, config } = load(env);
    assert.deepEqual(config, load({}).config);
    const defaults: Record<string, Fields> = Object.fromEntries(
      Object.entries(SECTIONS).map(([section, { fields }]) => [section, fields]),
    );
    for (const [section, values] of Object.entries<Readonly<Record<string, unknown>>>(startValues))
      for (const [field, value] of Object.entries(values))
        assert.deepEqual(value, defaults[section]?.[field]?.default, field);
  });
});
