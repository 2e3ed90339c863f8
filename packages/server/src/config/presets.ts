/** The kinds of identity providers; `features/sign-in/provider/presets.ts` defines them. */
export const PRESET_NAMES = [
  'google',
  'apple',
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

/** The slots of identity providers that always exist, and those that exist with a preset. */
export const FIRST_SLOTS = ['idp1', 'idp2', 'idp3'] as const;
export const MORE_SLOTS = ['idp4', 'idp5', 'idp6', 'idp7', 'idp8', 'idp9', 'idp10'] as const;

/** The slots of the providers that superadmins add at run time. */
export const ADDED_SLOTS: readonly string[] = Array.from({ length: 20 }, (_, index) => `added${index + 1}`);

export type SlotId = (typeof FIRST_SLOTS | typeof MORE_SLOTS)[number];
