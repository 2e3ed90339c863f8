import { Command } from 'commander';
import type { Check, Diagnostic } from '../features/operations/diagnostics/check.ts';
import type { Config } from '../config/config.ts';
import { holderOf } from '../start/lock-data-dir.ts';
import { docsPath } from '../lib/docs-path.ts';
import { EXIT, Finished } from './failure.ts';
import { type Io, print } from './io.ts';
import { type Paint, painter } from './painter.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Find the weaknesses of this deployment, and say how to remove them.

Checks the settings, including those saved at run time, the database, and the
files of the data directory. Changes nothing; the service may keep running.
Ends with 1 if it finds something serious. Run it on the machine of the service,
with the same settings.

Examples:
  $ keyward doctor
  $ keyward doctor --json | jq -r '.findings[].id'
  $ keyward doctor && keyward serve`;

export function doctorCommand(io: Io): Command {
  const command = new Command('doctor')
    .summary('find the weaknesses of a deployment')
    .description(DESCRIPTION)
    .option('--json', 'print JSON');
  return withSettings(command, 'storage').action(async ({ json }: { json?: true }) => {
    const config = configOf(command, io);
    const { collectFacts } = await import('./doctor-facts.ts');
    const { examine } = await import('../features/operations/diagnostics/examine.ts');
    const examined = examine(await collectFacts(config, io.cwd));
    const findings = examined.flatMap(({ check: { id, docs }, found }): Result[] =>
      found === null ? [] : [{ id, ...found, docs: docsPath(docs) }],
    );
    const ok = findings.every(({ severity }) => severity !== 'serious');
    await print(
      io,
      json === true
        ? `${JSON.stringify({ ok, findings }, null, 2)}\n`
        : report(findings, examined.length - findings.length, io) + aboutRunning(config),
    );
    if (!ok) throw new Finished(EXIT.failed);
  });
}

/** With the page's path in `docs`. */
type Result = Pick<Check, 'id' | 'docs'> & Diagnostic;

const COLOURS: Readonly<Record<Result['severity'], Parameters<Paint>[0]>> = {
  serious: ['bold', 'red'],
  warning: 'yellow',
  note: 'cyan',
};

/** Aligns with the text after the severity and the id. */
const INDENT = ' '.repeat(9);

function report(findings: readonly Result[], fine: number, io: Pick<Io, 'stdout' | 'env'>): string {
  const paint = painter(io);
  const width = Math.max(40, io.stdout.columns ?? 80) - INDENT.length;
  const blocks = findings.map(({ id, severity, finding, remedy, docs }) => {
    const [label, ...rest] = [
      ...wrap(`${id}: ${finding}.`, width),
      ...wrap(`Do: ${remedy}.`, width),
      // On one line, so that it can be clicked.
      paint('gray', `See ${docs}.`),
    ];
    const head = paint(COLOURS[severity], severity.toUpperCase().padEnd(8));
    const first = `${head} ${label?.replace(id, paint('bold', id))}`;
    return `${[first, ...rest.map((line) => INDENT + line)].join('\n')}\n`;
  });
  const count = (severity: string): number => findings.filter((found) => found.severity === severity).length;
  const total =
    `${count('serious')} serious, ${counted(count('warning'), 'warning')}, ${counted(count('note'), 'note')}; ` +
    `${counted(fine, 'check')} found nothing.`;
  return [...blocks, `${total}\n`].join('\n');
}

/** A service may have been started with options that are not in the environment. */
function aboutRunning({ dataDir }: Pick<Config, 'dataDir'>): string {
  const holder = holderOf(dataDir);
  if (holder === null) return '';
  return '\nA service uses this data directory. This report is about the settings of this shell.\nIts console and GET …/config/findings judge those that it runs with.\n';
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Breaks at spaces; a longer word gets a line of its own. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length > width) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}
