import { performance } from 'node:perf_hooks';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { fastApi, goApi } from './api-recipes.ts';
import { apache, authlib, goOidc, oauth2Proxy } from './clients.ts';
import { browsers } from './browsers.ts';
import { connections } from './connections.ts';
import { disk, output } from './disk.ts';
import { events } from './events.ts';
import { kills } from './kills.ts';
import { database, mail, provider } from './outages.ts';
import { alerts, chart, unit, workflows } from './operators.ts';
import { keycloak } from './keycloak.ts';
import { mcpConformance } from './mcp-conformance.ts';
import { next } from './next.ts';
import { nodeVersions } from './node-versions.ts';
import { type Findings, type Part, Skipped } from './part.ts';
import { oauthKills } from './oauth-kills.ts';
import { oauthRaces } from './oauth-races.ts';
import { patroni } from './patroni.ts';
import { pgbouncer } from './pgbouncer.ts';
import { postgresVersions } from './postgres-versions.ts';
import { pythonIdp } from './python-idp.ts';
import { reactNext } from './react-next.ts';
import { release } from './release.ts';
import { rolling } from './rolling.ts';
import { scimLoad } from './scim-load.ts';
import { scim } from './scim.ts';
import { soak } from './soak.ts';
import { fuzz, invariants, model, whole } from './suites.ts';
import { unread } from './unread.ts';
import { upgrade } from './upgrade.ts';
import { workers } from './workers.ts';

/*
 * The tests that take too long for each run: `npm run test:long`, or only the parts that its arguments name. Prints a
 * table at the end, and exits with 1 if anything was lost or wrong.
 */

const PARTS: readonly Part[] = [
  fuzz,
  model,
  invariants,
  whole,
  soak,
  kills,
  oauthRaces,
  oauthKills,
  workers,
  events,
  database,
  mail,
  provider,
  disk,
  output,
  connections,
  unread,
  alerts,
  unit,
  chart,
  workflows,
  release,
  nodeVersions,
  browsers,
  postgresVersions,
  pgbouncer,
  patroni,
  rolling,
  upgrade,
  next,
  reactNext,
  fastApi,
  goApi,
  authlib,
  goOidc,
  oauth2Proxy,
  apache,
  mcpConformance,
  keycloak,
  pythonIdp,
  scim,
  scimLoad,
];

type Outcome = { part: Part; seconds: number } & (
  { state: 'done'; findings: Findings } | { state: 'failed' | 'skipped'; why: string }
);

async function runPart(part: Part): Promise<Outcome> {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1_000);
  const tell = (progress: string) => console.log(`${part.name} ${seconds()} s: ${progress}`);
  tell(part.about);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`not over after ${part.limit} minutes`)),
    part.limit * 60_000,
  );
  try {
    const findings = await Promise.race([part.run(tell), late.promise]);
    return { part, seconds: seconds(), state: 'done', findings };
  } catch (error) {
    if (error instanceof Skipped) return { part, seconds: seconds(), state: 'skipped', why: error.message };
    console.error(error);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return { part, seconds: seconds(), state: 'failed', why: why ?? '' };
  } finally {
    clearTimeout(timer);
  }
}

const COLUMNS = ['part', 'sent', 'injected', 'checked', 'lost', 'slowest', 'memory per 1,000', 'time'];

function rowOf(outcome: Outcome): string[] {
  const { part, seconds } = outcome;
  if (outcome.state !== 'done') return [part.name, `${outcome.state}: ${outcome.why}`];
  const { sent, injected, checked, lost, worstMs, slopeKib } = outcome.findings;
  return [
    part.name,
    sent.toLocaleString('en'),
    injected,
    checked.toLocaleString('en'),
    String(lost),
    worstMs === null ? '–' : `${Math.round(worstMs)} ms`,
    slopeKib === null ? '–' : `${slopeKib.toFixed(1)} KiB`,
    `${seconds} s`,
  ];
}

function printTable(outcomes: readonly Outcome[]): void {
  const rows = [COLUMNS, ...outcomes.map(rowOf)];
  const widths = COLUMNS.map((_, index) =>
    Math.max(...rows.filter((row) => row.length > 2).map((row) => row[index]?.length ?? 0)),
  );
  console.log();
  for (const row of rows)
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function chosenParts(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no part '${unknown}'; there are ${PARTS.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}

const parts = chosenParts(process.argv.slice(2));
const outcomes: Outcome[] = [];
await globalSetup();
try {
  for (const part of parts) outcomes.push(await runPart(part));
} finally {
  await globalTeardown();
}
printTable(outcomes);
const isGood = (outcome: Outcome) =>
  outcome.state === 'skipped' || (outcome.state === 'done' && outcome.findings.lost === 0);
// A part that timed out may have left something running.
process.exit(outcomes.every(isGood) ? 0 : 1);
