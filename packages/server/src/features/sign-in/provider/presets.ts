import type { PresetName } from '../../../config/presets.ts';
import { apple } from './apple-preset.ts';
import { discord, facebook, gitHub, spotify, x } from './oauth-presets.ts';
import { linkedIn, microsoft, openId, slack, twitch } from './openid-presets.ts';
import type { Preset } from './preset.ts';

export type Presets = Readonly<Record<string, Preset>>;

const BUILT_IN: Readonly<Record<PresetName, Preset & Required<Pick<Preset, 'vouches'>>>> = {
  google: { label: 'Google', ...openId('https://accounts.google.com') },
  apple: { label: 'Apple', ...apple },
  github: { label: 'GitHub', ...gitHub({ web: 'https://github.com', api: 'https://api.github.com' }) },
  microsoft: { label: 'Microsoft', ...microsoft },
  discord: {
    label: 'Discord',
    ...discord({ web: 'https://discord.com', images: 'https://cdn.discordapp.com' }),
  },
  gitlab: { label: 'GitLab', ...openId('https://gitlab.com') },
  linkedin: { label: 'LinkedIn', ...linkedIn },
  slack: { label: 'Slack', ...slack },
  x: { label: 'X', ...x({ web: 'https://x.com', api: 'https://api.x.com' }) },
  facebook: {
    label: 'Facebook',
    ...facebook({ web: 'https://www.facebook.com', graph: 'https://graph.facebook.com' }),
  },
  twitch: { label: 'Twitch', ...twitch },
  spotify: {
    label: 'Spotify',
    ...spotify({ accounts: 'https://accounts.spotify.com', api: 'https://api.spotify.com' }),
  },
  oidc: openId(''),
};

export const PRESETS: Presets = BUILT_IN;
