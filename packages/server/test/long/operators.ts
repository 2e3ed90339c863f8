import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../support/at-exit.ts';
import { startProcess } from '../support/process.ts';
import { type Part, Skipped } from './part.ts';
import { goInstall } from './toolchains.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const WORKFLOWS = fileURLToPath(new URL('../../../../.github/workflows/', import.meta.url));

/** The values that a chart requires, and all its options. */
const VALUES = [
  ['publicUrl', 'https://auth.example.com'],
  ['secrets.databaseUrl', 'postgres://keyward:secret@db/keyward'],
  ['secrets.jwtSecret', 'a-secret-of-at-least-32-bytes-for-tests'],
  ['secrets.masterKey', '00'],
] as const;
const EVERYTHING = [
  ['secrets.smtpUrl', 'smtps://mail.example.com'],
  ['metrics.serviceMonitor.enabled', 'true'],
  ['ingress.enabled', 'true'],
  ['ingress.tlsSecret', 'certificate'],
  ['settings.KEYWARD_PROFILE', 'strict'],
] as const;

const set = (values: readonly (readonly [string, string])[]) =>
  values.flatMap(([name, value]) => ['--set', `${name}=${value}`]);

interface Linter {
  name: string;
  about: string;
  command: string;
  /** Where Go finds it, for machines without the command. */
  module?: string;
}

/** A linter in another language: the machine's own, otherwise one that Go builds, which takes minutes. */
function linter(
  { name, about, command, module }: Linter,
  lint: (run: Run) => number | Promise<number>,
): Part {
  return {
    name,
    about,
    limit: 15,
    async run(tell) {
      const folder = tempFolder();
      try {
        let program = command;
        if (!isOnPath(command)) {
          if (module === undefined) throw new Skipped(`there is no ${command} on the PATH`);
          tell(`Go builds ${module}`);
          await goInstall(folder.path, module);
          program = join(folder.path, command);
        }
        const run: Run = (args, input) =>
          execFileSync(program, args, { input, encoding: 'utf8', stdio: 'pipe' });
        return { sent: 0, injected: '–', checked: await lint(run), lost: 0, worstMs: null, slopeKib: null };
      } finally {
        folder.remove();
      }
    },
  };
}

const isOnPath = (command: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/**
 * @returns its output
 * @throws Error with the output, if its exit code is not 0
 */
type Run = (args: readonly string[], input?: string) => string;

export const alerts = linter(
  {
    name: 'alerts',
    about: 'the metrics as promtool wants them, and the alerts of Prometheus, checked and tested',
    command: 'promtool',
    module: 'github.com/prometheus/prometheus/cmd/promtool@v0.316.0',
  },
  async (run) => {
    await using keyward = await startProcess({
      env: { KEYWARD_MANAGEMENT_PORT: '0' },
      ready: /Metrics +(http:\S+)/,
    });
    const metrics = await (await fetch(keyward.url)).text();
    run(['check', 'metrics'], metrics);
    const file = (name: string) => join(DEPLOY, 'prometheus', name);
    run(['check', 'config', file('prometheus.yml')]);
    run(['test', 'rules', file('keyward.rules.test.yml')]);
    const [, rules] = /(\d+) rules found/.exec(run(['check', 'rules', file('keyward.rules.yml')])) ?? [];
    return Number(rules) + (metrics.match(/^# TYPE /gm)?.length ?? 0);
  },
);

export const unit = linter(
  {
    name: 'unit',
    about: 'the unit of systemd, verified, and how much it exposes',
    command: 'systemd-analyze',
  },
  (run) => {
    const { path } = tempFolder();
    const copy = join(path, 'keyward.service');
    // The command of the unit is not on this machine.
    const text = readFileSync(join(DEPLOY, 'systemd', 'keyward.service'), 'utf8');
    writeFileSync(copy, text.replace('/usr/bin/keyward', process.execPath));
    run(['verify', copy]);
    run(['security', '--offline=true', '--threshold=20', '--no-pager', copy]);
    return 2;
  },
);

export const workflows = linter(
  {
    name: 'workflows',
    about: 'the workflows of the forge, as actionlint wants them',
    command: 'actionlint',
    module: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  },
  (run) => {
    const files = readdirSync(WORKFLOWS).map((name) => join(WORKFLOWS, name));
    run(files);
    return files.length;
  },
);

const CHART: Linter = {
  name: 'chart',
  about: 'the Helm chart, linted and rendered',
  command: 'helm',
  module: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
};

export const chart = linter(CHART, (run) => {
  const folder = join(DEPLOY, 'helm', 'keyward');
  const kubernetes = ['--kube-version', '1.30.0'];
  const rendered = (...values: readonly string[]) =>
    run(['template', 'keyward', folder, ...kubernetes, ...values]);
  run(['lint', '--strict', folder, ...set(VALUES)]);
  run(['lint', '--strict', folder, ...set([...VALUES, ...EVERYTHING])]);
  const text = rendered(...set([...VALUES, ...EVERYTHING]));
  const wanted = [
    'kind: PodDisruptionBudget',
    'kind: ServiceMonitor',
    'kind: Ingress',
    'kind: NetworkPolicy',
    'ports: [{ port: metrics }]',
    'kubernetes.io/metadata.name: monitoring',
    'path: /livez',
    'path: /readyz',
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'enableServiceLinks: false',
    'terminationGracePeriodSeconds: 30',
    'replicas: 2',
  ];
  for (const line of wanted) if (!text.includes(line)) throw new Error(`The chart renders no "${line}"`);
  const open = rendered(...set([...VALUES, ['networkPolicy.enabled', 'false']]));
  if (open.includes('kind: NetworkPolicy')) throw new Error('The chart renders a policy that is turned off');
  for (const missing of [[], ['--set', 'publicUrl=https://auth.example.com']])
    if (!refuses(() => rendered(...missing))) throw new Error('The chart renders without its secrets');
  if (!refuses(() => rendered(...set([...VALUES, ['terminationGracePeriodSeconds', '5']]))))
    throw new Error('The chart takes a grace period in which Keyward cannot finish');
  return wanted.length + 6;
});

function refuses(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
