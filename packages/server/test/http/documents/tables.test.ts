import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SECTIONS } from '../../../src/config/sections.ts';
import { SETTINGS } from '../../../src/config/settings.ts';
import { ERRORS, errorCode, type ErrorKind } from '../../../src/errors.ts';
import { EVENTS } from '../../../src/features/audit/events/events.ts';
import { CHECKS } from '../../../src/features/operations/diagnostics/examine.ts';
import { EVENT_TYPES } from '../../../src/features/audit/events/event-types.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';

const SERVED = [
  'command-line',
  'endpoints',
  'errors',
  'event-types',
  'settings',
  'runtime-settings',
  'logs',
] as const;

describe('the tables of the documentation', () => {
  const keyward = suiteKeyward('sqlite');
  const pages = new Map<string, string>();
  const page = (name: (typeof SERVED)[number]) => pages.get(name) ?? '';

  before(async () => {
    for (const name of SERVED) {
      const { body } = await keyward.callRoot('GET', `/api/documents/file?path=${name}.md`);
      pages.set(name, asText(body['content']));
    }
  });

  it('are in every page that asks for one', async () => {
    const { text } = await keyward.callRoot('GET', '/llms-full.txt');
    assert.doesNotMatch(text, /^<!-- table/m);
    const { body } = await keyward.callRoot('GET', '/api/documents/search?q=KEYWARD_PORT');
    assert.match(
      JSON.stringify(body['results']),
      /"path":"settings\.md","line":\d+,"snippet":"\| `KEYWARD_PORT/,
    );
  });

  it('hold every route, error, setting, field, event and line of the log', async () => {
    const { paths } = (await keyward.callRoot('GET', '/openapi.json')).body;
    const routes = Object.entries(asObject(paths)).flatMap(([path, methods]) =>
      Object.keys(asObject(methods)).map((method) => `\n### ${method.toUpperCase()} ${path}\n`),
    );
    assert.ok(routes.length > 100, String(routes.length));
    for (const [name, expected] of [
      ['endpoints', routes],
      ['errors', Object.keys(ERRORS).map((kind) => `\n## ${kind}\n`)],
      ['event-types', Object.keys(EVENT_TYPES).map((type) => `\n| \`${type}\` |`)],
      ['command-line', CHECKS.map(({ id, title }) => `\n| \`${id}\` | ${title} |`)],
      ['logs', [...Object.keys(EVENTS), 'request'].map((event) => `\n| \`${event}\` |`)],
      ['settings', SETTINGS.map((setting) => `\n| \`${setting.name}\``)],
      [
        'runtime-settings',
        Object.values(SECTIONS).flatMap(({ fields }) =>
          Object.entries<{ internal?: true }>(fields)
            .filter(([, { internal }]) => internal !== true)
            .map(([field]) => `\n| \`${field}\` |`),
        ),
      ],
    ] as const)
      assert.deepEqual(
        expected.filter((text) => !page(name).includes(text)),
        [],
        name,
      );
  });

  it('say what each row means', () => {
    for (const name of SERVED) assert.doesNotMatch(page(name), /undefined|\[object|NaN/, name);
    for (const name of ['event-types', 'settings', 'runtime-settings', 'logs'] as const) {
      // The fields of nested shapes are in endpoints.md.
      const [text = ''] = page(name).split('\n## Fields\n');
      const rows = text.match(/^\| `.+$/gm) ?? [];
      assert.ok(rows.length > 20, name);
      // The meaning of a row is in its second, third or fourth cell, as a sentence of several words.
      for (const row of rows) assert.match(row, /\| [^|]*[A-Za-z]+ [^|]+\|/, row);
    }
  });

  it('give the status, the cause and the remedy of each error', () => {
    const kinds = Object.keys(ERRORS).filter((kind): kind is ErrorKind => kind in ERRORS);
    for (const kind of kinds) {
      const [, section = ''] = page('errors').split(`\n## ${kind}\n`);
      const [text = ''] = section.split('\n## ');
      assert.ok(text.startsWith(`\n\`${ERRORS[kind].status}\` \`${errorCode(kind)}\``), kind);
      assert.match(text, /\n\nWhen: \S[^]+\.\n\nWhat to do: [A-Z][^]+\.\n*$/, kind);
    }
    assert.match(page('errors'), /`409` `email_already_exists`; `400` on `POST \/auth\/signup`\n/);
  });
});
