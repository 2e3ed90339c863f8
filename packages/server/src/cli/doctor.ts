import { Command } from 'commander';
import type { Result } from './doctor/examine.ts';
import { EXIT, Finished } from './failure.ts';
import type { Io } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Say what this deployment leaves open, and what to do about it.

Looks at the settings, those that were saved while the service ran, the
database, and the files of the data directory; changes nothing, and the service
may run meanwhile. Ends with 1 when something serious is open. Run it where the
service runs, with the same settings.

Examples:
  $ keyward doctor
  $ keyward doctor --json | jq -r '.findings[].id'
  $ keyward doctor && keyward serve`;

export function doctorCommand(io: Io): Command {
  const command = new Command('doctor')
    .summary('say what a deployment leaves open')
    .description(DESCRIPTION)
    .option('--json', 'print JSON');
  return withSettings(command, 'storage').action(async ({ json }: { json?: true }) => {
    const config = configOf(command, io);
    const { gatherFacts } = await import('./doctor/facts.ts');
    const { CHECKS, examine } = await import('./doctor/examine.ts');
    const findings = examine(await gatherFacts(config, io.cwd));
    const ok = findings.every(({ severity }) => severity !== 'serious');
    io.stdout.write(
      json === true
        ? `${JSON.stringify({ ok, findings }, null, 2)}\n`
        : report(findings, CHECKS.length - findings.length),
    );
    if (!ok) throw new Finished(EXIT.failed);
  });
}

function report(findings: readonly Result[], fine: number): string {
  const blocks = findings.map(
    ({ id, severity, finding, remedy, docs }) =>
      `${severity.toUpperCase().padEnd(8)} ${id}: ${finding}.\n         Do: ${remedy}.\n         See ${docs}.\n`,
  );
  const count = (severity: string): number => findings.filter((found) => found.severity === severity).length;
  const total = `${count('serious')} serious, ${count('warning')} warnings, ${count('note')} notes; ${fine} checks found nothing.`;
  return [...blocks, `${total}\n`].join('\n');
}
