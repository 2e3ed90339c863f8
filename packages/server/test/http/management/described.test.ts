import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../../src/config/settings.ts';
import { EVENTS } from '../../../src/features/audit/events/events.ts';
import { DATABASES } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { asObject } from '../expectations.ts';
import { readMetrics } from './read-metrics.ts';

const DEPLOY = fileURLToPath(new URL('../../../../../deploy/', import.meta.url));
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

const KINDS = ['sqlite', 'postgres'] as const;
/** Each database has different metrics. */
const skip = KINDS.some((kind) => !DATABASES.includes(kind)) && 'needs both databases';

describe('the files that describe the metrics', { skip }, () => {
  const found = new Map<string, string>();

  before(async () => {
    for (const kind of KINDS) {
      await using keyward = await startKeyward(kind, { settings: { KEYWARD_MANAGEMENT_PORT: '0' } });
      const { families } = await readMetrics(keyward.ready.management?.port ?? 0);
      for (const { name, type } of families) found.set(name, type);
    }
  });

  /** Whether there is such a series. */
  function isSeries(name: string): boolean {
    const [, family = ''] = /^(.*)_(?:bucket|sum|count)$/.exec(name) ?? [];
    return found.has(name) ? found.get(name) !== 'histogram' : found.get(family) === 'histogram';
  }

  it('docs/monitoring.md lists every metric, and no other', () => {
    const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
    const [, measured = ''] = /^## What is measured$([^]*?)^## /m.exec(page) ?? [];
    const listed = [...measured.matchAll(/^- (`[a-z0-9_`, ]+`)/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([a-z0-9_]+)`/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(listed.toSorted(), [...found.keys()].toSorted());
  });

  for (const path of [
    'grafana/keyward.json',
    'prometheus/keyward.rules.yml',
    'prometheus/keyward.rules.test.yml',
  ]) {
    it(`deploy/${path} uses only existing metrics and events`, () => {
      const text = read(path).replaceAll('\\"', '"');
      const names = [...text.matchAll(/\b(?:keyward|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
      assert.ok(names.length > 5, String(names.length));
      assert.deepEqual(
        names.filter((name) => !isSeries(name)),
        [],
      );
      const events = [...text.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, some = '']) => some.split('|'));
      assert.ok(events.length > 1);
      assert.deepEqual(
        events.filter((name) => !Object.hasOwn(EVENTS, name)),
        [],
      );
    });
  }

  it('deploy/grafana/keyward.json can be imported: its panels take the data source that somebody chooses', () => {
    const dashboard: {
      panels: { type: string; datasource?: unknown; targets?: { datasource: unknown }[] }[];
    } = JSON.parse(read('grafana/keyward.json'));
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    assert.ok(panels.length > 20);
    for (const { datasource, targets = [] } of panels) {
      assert.ok(targets.length > 0);
      for (const one of [datasource, ...targets.map((target) => target.datasource)])
        assert.equal(asObject(one)['uid'], '${datasource}');
    }
  });

  it('the images of the compose files have a version, and no password is the same everywhere', () => {
    for (const path of ['compose.yaml', '../compose.yaml', '../compose.postgres.yaml']) {
      const text = read(path);
      for (const [, image = ''] of text.matchAll(/^ +image: (.+)$/gm))
        assert.match(image, /:v?\d+\.\d+/, `${path}: ${image}`);
      assert.doesNotMatch(text, /admin\/admin|password: admin|ADMIN_PASSWORD: ?[^$\s]/i, path);
    }
    assert.match(read('compose.yaml'), /GF_SECURITY_ADMIN_PASSWORD__FILE/);
  });

  it('the files of deploy name only existing settings', () => {
    const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(ya?ml|service|sh|txt|json|md)$/i.test(path),
    );
    assert.ok(files.length > 10, files.join());
    const known = new Set(SETTINGS.flatMap(({ name }) => [name, `${name}_FILE`]));
    for (const path of files)
      for (const [name] of read(path).matchAll(/\bKEYWARD_[A-Z0-9_]*[A-Z0-9]\b/g))
        assert.ok(known.has(name), `${path}: ${name}`);
  });
});
