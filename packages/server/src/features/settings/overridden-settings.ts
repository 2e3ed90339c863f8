import type { Config } from '../../config/config.ts';
import { MORE_PROVIDERS, PROVIDERS } from '../../config/provider-settings.ts';
import { variablesOf } from '../../config/sections.ts';
import { docsPath } from '../../lib/docs-path.ts';
import type { Section } from './section.ts';
import type { SettingsValues } from './settings.ts';

/** For the providers. */
const PROVIDER_VARIABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  [...PROVIDERS, ...MORE_PROVIDERS].map(({ id, settings }) => [
    `provider:${id}`,
    {
      client_id: settings.clientId.name,
      client_secret: settings.clientSecret.name,
      team_id: settings.teamId.name,
      key_id: settings.keyId.name,
      private_key: settings.privateKey.name,
      native_client_ids: settings.nativeClientIds.name,
      trusts_email: settings.trustsEmail.name,
      redirect_uri: settings.redirectUri.name,
    },
  ]),
);

/**
 * The variables of the start that give the initial value of a field, the one with the highest precedence first.
 * @param section its id
 */
export function variablesFor(section: string, field: string): readonly string[] {
  const ofProvider = PROVIDER_VARIABLES[section]?.[field];
  return ofProvider === undefined ? variablesOf(section, field) : [ofProvider];
}

/** One line for each setting of the start that a saved value overrides. */
export function overridden(config: Config, sections: readonly Section[], all: SettingsValues): string[] {
  return sections.flatMap((section) => {
    const differing = new Map<string, string[]>();
    for (const [field, value] of Object.entries(section.overridden(all, config))) {
      const found = variablesFor(section.id, field)
        .map((variable) => config.given.get(variable))
        .find(Boolean);
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
