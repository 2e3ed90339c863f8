import type { Setting } from '../../src/config/kinds.ts';
import { GROUPS } from '../../src/config/settings.ts';

/** The expected text of `.env.example`. */
export function envExample(): string {
  return [
    '# Settings of Keyward. Copy this file to .env and uncomment what you change.',
    '# The command line and the environment win over this file. Put values with # or spaces in quotes.',
    '# Every secret can be given as the path of a file instead: KEYWARD_JWT_SECRET_FILE=/run/secrets/jwt',
    ...GROUPS.flatMap(({ title, note, settings }) => [
      '',
      `## ${title}`,
      ...(note === undefined ? [] : [`# ${note}`]),
      ...settings.flatMap(exampleLines),
    ]),
    '',
  ].join('\n');
}

function exampleLines(setting: Setting): string[] {
  const { name, help, kind, unset, default: standard } = setting;
  return [
    '',
    `# ${help}.`,
    `# ${unset === undefined ? '' : `Default: ${unset}. `}Values: ${kind.use}.`,
    `#${name}=${standard ?? ''}`,
  ];
}
