import type { service } from '../service/service.ts';

type Added = Parameters<typeof service.admin.config.addProvider>[0];
export type Preset = Added['preset'];

/** The names of the providers in the catalogue, in its order; the compiler requires all of them. */
const LABELS: Readonly<Record<Preset, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  microsoft: 'Microsoft',
  discord: 'Discord',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  slack: 'Slack',
  x: 'X',
  facebook: 'Facebook',
  twitch: 'Twitch',
  spotify: 'Spotify',
  oidc: 'OpenID Connect',
};

export const CATALOGUE = Object.entries(LABELS).flatMap(([name, label]) =>
  isPreset(name) ? [{ preset: name, label }] : [],
);

function isPreset(name: string): name is Preset {
  return name in LABELS;
}

const SECRET = ['client_secret'] as const;
const APPLE = ['team_id', 'key_id', 'private_key'] as const;

export type Credential = 'issuer' | 'client_id' | (typeof SECRET | typeof APPLE)[number];

/** What a provider of this kind needs, in the order of its form. */
export function credentialsOf(preset: string): readonly Credential[] {
  return [
    ...(preset === 'oidc' ? (['issuer'] as const) : []),
    'client_id',
    ...(preset === 'apple' ? APPLE : SECRET),
  ];
}

/** Whether the form of a provider that was added shows a field: it stays, or another kind needs it. */
export function isHidden(preset: string, field: string): boolean {
  const foreign: readonly string[] = preset === 'apple' ? SECRET : APPLE;
  return field === 'preset' || field === 'name' || foreign.includes(field);
}
