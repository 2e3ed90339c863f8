import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Field, Fields } from '../../../src/config/field.ts';
import { cookie } from '../../../src/features/settings/sections/cookie.ts';
import { email } from '../../../src/features/settings/sections/email.ts';
import { events } from '../../../src/features/settings/sections/events.ts';
import { jwt } from '../../../src/features/settings/sections/jwt.ts';
import { logging } from '../../../src/features/settings/sections/logging.ts';
import { anyProvider } from '../../../src/features/settings/sections/provider.ts';

interface Facts {
  type?: string | string[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  maxLength?: number;
  items?: Facts;
  description?: string;
}

/** The values that a schema allows, in words. */
function values(facts: Facts): string {
  const { type, enum: choices, minimum, maximum, maxItems, maxProperties, maxLength, items } = facts;
  const types = new Set([type ?? 'string'].flat());
  const orNull = types.has('null') ? ' or null' : '';
  if (choices !== undefined) return choices.join(', ');
  if (types.has('integer')) return `${minimum} to ${maximum}${orNull}`;
  if (types.has('boolean')) return 'true, false';
  if (types.has('object')) return `up to ${maxProperties} names`;
  if (types.has('array')) return `up to ${maxItems} texts of ${items?.maxLength} characters`;
  return `text${maxLength === undefined ? '' : ` of up to ${maxLength} characters`}${orNull}`;
}

function rows(fields: Fields, partial = false): string[] {
  return Object.entries<Field>(fields)
    .filter(([, { internal }]) => internal !== true)
    .map(([name, { schema, required, secret, default: fallback }]) => {
      const facts: Facts = JSON.parse(JSON.stringify(schema));
      const missing =
        required === true && !partial
          ? 'required'
          : secret === true
            ? 'kept'
            : `\`${JSON.stringify(fallback)}\``;
      return `| \`${name}\` | ${missing} | ${facts.description} | ${values(facts)} |`;
    });
}

it('docs/runtime-settings.md holds the row of every field in its section, and no other', () => {
  const document = readFileSync(new URL('../../../docs/runtime-settings.md', import.meta.url), 'utf8')
    // The formatter pads the cells of a table.
    .replaceAll(/ {2,}/g, ' ');
  for (const [title, expected] of [
    ['email', rows(email.fields)],
    ['The providers', rows(anyProvider.fields)],
    ['jwt', rows(jwt.fields)],
    ['cookie', rows(cookie.fields)],
    ['logging', rows(logging.fields, true)],
    ['events', rows(events.fields, true)],
  ] as const) {
    const section = document.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
    const found = section.split('\n').filter((line) => line.startsWith('| `'));
    assert.deepEqual(found, expected, `The table "${title}" must be:\n${expected.join('\n')}\n`);
  }
});
