import { MAIL, SERVER, STORAGE, SUPERADMIN } from '../config/settings.ts';
import type { Setting } from '../config/kinds.ts';
import type { Variables } from '../config/sources.ts';
import { parseEmail } from '../lib/email.ts';
import type { Io } from './io.ts';
import { prompt, type Terminal } from './prompt.ts';

/**
 * Asks for the settings that most people must decide on, except for those already given. An empty answer leaves a
 * setting at its default.
 * @throws Interrupted when the person gives up; UsageError when the input ends
 */
export async function askSettings(io: Io, given: Variables): Promise<Variables> {
  const { password, select, text } = await import('@clack/prompts');
  const answers: Record<string, string> = {};
  const isGiven = ({ name }: Setting): boolean =>
    given[name] !== undefined || given[`${name}_FILE`] !== undefined;

  async function ask(
    setting: Setting,
    question: (terminal: Terminal) => Promise<string | symbol | undefined>,
  ): Promise<string> {
    if (isGiven(setting)) return given[setting.name] ?? '';
    const value = (await prompt(io, 'nothing was written', question)).trim();
    if (value !== '') answers[setting.name] = value;
    return value;
  }

  const line = (setting: Setting, message: string, placeholder: string, needed = false): Promise<string> =>
    ask(setting, (terminal) =>
      text({
        ...terminal,
        message,
        placeholder,
        validate: (answer = '') =>
          needed && answer.trim() === ''
            ? `Enter it, such as ${placeholder}.`
            : problemOf(setting, answer.trim()),
      }),
    );

  const env = await ask(SERVER.env, (terminal) =>
    select({
      ...terminal,
      message: 'What is this service for?',
      options: [
        { value: 'development', label: 'Development', hint: 'catches mail, has a default for everything' },
        { value: 'production', label: 'Production', hint: 'refuses unsafe settings' },
      ],
    }),
  );
  if (env === 'production') {
    await line(SERVER.publicUrl, 'Its address from outside', 'https://auth.example.org', true);
    await line(SERVER.trustedProxies, 'Addresses of proxies in front of it (empty: none)', '10.0.0.0/8');
    await ask(SERVER.profile, (terminal) =>
      select({
        ...terminal,
        message: 'Security profile',
        options: [
          { value: 'strict', label: 'Strict', hint: 'reveals less, asks for more' },
          { value: 'documented', label: 'Documented', hint: 'exactly the documented interface' },
        ],
      }),
    );
  }
  await line(
    SERVER.allowedFrontends,
    'Origins of your web applications (empty: only its own)',
    'https://app.example.org',
  );
  await line(
    STORAGE.databaseUrl,
    'Database (empty: SQLite in the data directory)',
    'postgres://user:password@host/keyward',
  );
  const smtp = await line(
    MAIL.smtpUrl,
    'Mail server (empty: none)',
    'smtp://user:password@mail.example.org:587',
  );
  if (smtp !== '') await line(MAIL.from, 'Sender of the mails', 'Example <auth@example.org>');
  const email = await line(
    SUPERADMIN.email,
    'Email of the first superadmin (empty: the start prints a set-up link)',
    'you@example.org',
  );
  if (email !== '')
    await ask(SUPERADMIN.password, (terminal) =>
      password({ ...terminal, message: 'Password of the first superadmin' }),
    );
  return answers;
}

function problemOf(setting: Setting, answer: string): string | undefined {
  if (answer === '') return undefined;
  if (setting.kind.parse(answer) === undefined) return `Use ${setting.kind.use}.`;
  const isEmail = setting.name === SUPERADMIN.email.name;
  return isEmail && parseEmail(answer) === null
    ? 'Use one plain email address, such as ada@example.org.'
    : undefined;
}
