import type { Scope } from '../audit/actors/scopes.ts';
import type { Settings, SettingsValues } from '../settings/settings.ts';

/** The descriptions of the scopes on the consent page. */
const DESCRIPTIONS: Record<Scope, string> = {
  'accounts:read': 'Read all accounts',
  'accounts:write': 'Change, suspend and delete accounts',
  'sessions:read': 'See who is signed in',
  'sessions:write': 'Sign people out',
  'codes:read': 'See which codes were sent',
  'codes:write': 'Remove codes',
  'invitations:read': 'See invitations',
  'invitations:write': 'Invite people',
  'events:read': 'Read the audit log',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'Change webhooks',
  'applications:read': 'See applications',
  'applications:write': 'Change applications',
  'organizations:read': 'See organizations and their members',
  'organizations:write': 'Change organizations and their members',
  'settings:read': 'Read the settings',
  'settings:write': 'Change settings',
  'logs:read': 'Read the logs',
  'logs:write': 'Reset and delete logs',
};

/** The resource of tokens for the built-in MCP endpoint. */
export function administrationResource(issuer: string): string {
  return `${issuer}/mcp`;
}

/** The settings, with Keyward itself as a resource while `mcp` is on. */
export function withAdministration(settings: Settings, issuer: () => string): Settings {
  let merged: { of: SettingsValues; with: SettingsValues } | undefined;
  return {
    ...settings,
    get current() {
      const { current } = settings;
      if (!current.oauth.mcp) return current;
      if (merged?.of !== current) merged = { of: current, with: merge(current, issuer()) };
      return merged.with;
    },
  };
}

function merge(values: SettingsValues, issuer: string): SettingsValues {
  const { oauth } = values;
  const described = Object.entries(DESCRIPTIONS).map(([name, description]) => [name, { description }]);
  return {
    ...values,
    oauth: {
      ...oauth,
      scopes: { ...oauth.scopes, ...Object.fromEntries(described) },
      resources: {
        ...oauth.resources,
        [administrationResource(issuer)]: {
          name: 'The administration of this service',
          scopes: Object.keys(DESCRIPTIONS),
        },
      },
    },
  };
}
