import type { Config } from '../../config/config.ts';
import { MORE_PROVIDERS, PROVIDERS } from '../../config/provider-settings.ts';
import { MAIL, TOKENS } from '../../config/settings.ts';
import { docsPath } from '../../lib/docs-path.ts';
import type { Section } from './section.ts';
import type { SettingsValues } from './settings.ts';

/** The start setting that gives each field its first value, by section and field. */
const BEGINNINGS: Readonly<Record<string, Readonly<Record<string, { readonly name: string }>>>> = {
  email: {
    host: MAIL.smtpUrl,
    port: MAIL.smtpUrl,
    username: MAIL.smtpUrl,
    password: MAIL.smtpUrl,
    use_tls: MAIL.smtpUrl,
    sender: MAIL.from,
    sender_name: MAIL.from,
  },
  jwt: {
    secret_key: TOKENS.secret,
    algorithm: TOKENS.algorithm,
    session_duration_days: TOKENS.sessionDurationDays,
    dual_token_mode: TOKENS.dualTokenMode,
    access_token_expire_minutes: TOKENS.accessTokenExpireMinutes,
    refresh_token_expire_days: TOKENS.refreshTokenExpireDays,
  },
  ...Object.fromEntries(
    [...PROVIDERS, ...MORE_PROVIDERS].map(({ id, settings }) => [
      `provider:${id}`,
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        team_id: settings.teamId,
        key_id: settings.keyId,
        private_key: settings.privateKey,
        redirect_uri: settings.redirectUri,
      },
    ]),
  ),
};

/** One line for each start setting that does not count because another value is saved. */
export function overruled({ given }: Config, sections: readonly Section[], all: SettingsValues): string[] {
  return sections.flatMap((section) => {
    const differing = new Map<string, string[]>();
    for (const [field, value] of Object.entries(section.overruled(all))) {
      const found = given.get(BEGINNINGS[section.id]?.[field]?.name ?? '');
      if (found === undefined) continue;
      const saved = `${field} ${JSON.stringify(value)}`;
      differing.set(found.label, [...(differing.get(found.label) ?? []), saved]);
    }
    return [...differing].map(
      ([label, saved]) =>
        `${label} has no effect, because ${section.name} was saved at run time with ${saved.join(', ')}; ` +
        `change it in config/${section.name}, or see ${docsPath('runtime-settings.md#where-values-come-from')}.`,
    );
  });
}
