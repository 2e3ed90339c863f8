/** The kinds of identity providers; `features/providers/presets.ts` says what each is. */
export const PRESET_NAMES = [
  'google',
  'github',
  'microsoft',
  'discord',
  'gitlab',
  'linkedin',
  'slack',
  'x',
  'facebook',
  'twitch',
  'spotify',
  'oidc',
] as const;

export type PresetName = (typeof PRESET_NAMES)[number];
