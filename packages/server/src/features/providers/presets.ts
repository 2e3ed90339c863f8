import type { PresetName } from '../../config/presets.ts';
import { apple } from './apple-preset.ts';
import { discord, facebook, gitHub, spotify, x } from './oauth-presets.ts';
import { linkedIn, microsoft, openId, slack, twitch } from './openid-presets.ts';
import type { Preset } from './preset.ts';

export type Presets = Readonly<Record<string, Preset>>;

const BUILT_IN: Readonly<Record<PresetName, Preset>> = {
  google: openId('https://accounts.google.com'),
  apple,
  github: gitHub({ web: 'https://github.com', api: 'https://api.github.com' }),
  microsoft,
  discord: discord({ web: 'https://discord.com', images: 'https://cdn.discordapp.com' }),
  gitlab: openId('https://gitlab.com'),
  linkedin: linkedIn,
  slack,
  x: x({ web: 'https://x.com', api: 'https://api.x.com' }),
  facebook: facebook({ web: 'https://www.facebook.com', graph: 'https://graph.facebook.com' }),
  twitch,
  spotify: spotify({ accounts: 'https://accounts.spotify.com', api: 'https://api.spotify.com' }),
  oidc: openId(''),
};

export const PRESETS: Presets = BUILT_IN;
