import { asClaims, type ProfileSource, type ProviderProfile, readProfile } from './profile.ts';

/** A kind of provider: data, and its peculiarities. */
export interface Preset {
  /**
   * Names the provider in links. For OpenID Connect it is also the address of discovery. Empty: each slot must give its
   * own.
   */
  issuer: string;
  scopes: readonly string[];
  /** For a provider of plain OAuth 2. Absent: OpenID Connect with discovered endpoints. */
  endpoints?: { authorization: string; token: string };
  /** @returns null when the provider does not say who the person is */
  profile(source: ProfileSource): Promise<ProviderProfile | null>;
}

const OPENID_SCOPES = ['openid', 'email', 'profile'];

/** The claim that confirms that the email is the person's own, and the values that confirm it. */
interface Verification {
  claim: string;
  yes: readonly unknown[];
}

/** Only `true` itself counts, nothing similar. */
const STANDARD: Verification = { claim: 'email_verified', yes: [true] };

async function openIdProfile(source: ProfileSource, { claim, yes } = STANDARD) {
  const { claims } = source;
  const complete = claims['email'] !== undefined && claims[claim] !== undefined;
  const info = complete ? {} : await source.userInfo();
  // Email and verification come from one place: each place confirms its own email.
  const about = info['email'] === undefined ? claims : info;
  return readProfile({
    subject: claims['sub'],
    email: about['email'],
    emailVerified: yes.includes(about[claim]),
    names: ['name', 'preferred_username', 'nickname'].flatMap((key) => [claims[key], info[key]]),
    avatarUrl: claims['picture'] ?? info['picture'],
  });
}

function openId(issuer: string): Preset {
  return { issuer, scopes: OPENID_SCOPES, profile: (source) => openIdProfile(source) };
}

/**
 * Microsoft never sends `email_verified`, and lets the administrator of any tenant enter any email. The optional claim
 * `xms_edov` says that the owner of the email's domain stands behind it; an app must be set up to receive it.
 */
const microsoft: Preset = {
  ...openId('https://login.microsoftonline.com/common/v2.0'),
  profile: (source) => openIdProfile(source, { claim: 'xms_edov', yes: [true, 1, '1', 'true'] }),
};

/** @param hosts without a final slash; docs/providers/protocols.md sums up the documentation */
export function gitHub(hosts: { web: string; api: string }): Preset {
  const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
  return {
    issuer: `${hosts.web}/login/oauth`,
    scopes: ['read:user', 'user:email'],
    endpoints: {
      authorization: `${hosts.web}/login/oauth/authorize`,
      token: `${hosts.web}/login/oauth/access_token`,
    },
    async profile({ get }) {
      const user = asClaims(await get(`${hosts.api}/user`, headers));
      // The user's own `email` is the public one: it may be missing, and says nothing about verification.
      const emails = await get(`${hosts.api}/user/emails`, headers);
      const primary = (Array.isArray(emails) ? emails : [])
        .map(asClaims)
        .find((email) => email['primary'] === true);
      return readProfile({
        subject: Number.isSafeInteger(user['id']) ? String(user['id']) : null,
        email: primary?.['email'],
        emailVerified: primary?.['verified'] === true,
        names: [user['name'], user['login']],
        avatarUrl: user['avatar_url'],
      });
    },
  };
}

/** @param hosts without a final slash; docs/providers/protocols.md sums up the documentation */
export function discord(hosts: { web: string; images: string }): Preset {
  return {
    issuer: hosts.web,
    scopes: ['identify', 'email'],
    endpoints: {
      authorization: `${hosts.web}/oauth2/authorize`,
      token: `${hosts.web}/api/oauth2/token`,
    },
    async profile({ get }) {
      const user = asClaims(await get(`${hosts.web}/api/v10/users/@me`));
      const { id, avatar } = user;
      return readProfile({
        subject: id,
        email: user['email'],
        emailVerified: user['verified'] === true,
        names: [user['global_name'], user['username']],
        avatarUrl:
          typeof id === 'string' && typeof avatar === 'string'
            ? `${hosts.images}/avatars/${encodeURIComponent(id)}/${encodeURIComponent(avatar)}.png`
            : null,
      });
    },
  };
}

export type Presets = Readonly<Record<string, Preset>>;

export const PRESETS: Presets = {
  google: openId('https://accounts.google.com'),
  microsoft,
  gitlab: openId('https://gitlab.com'),
  oidc: openId(''),
  github: gitHub({ web: 'https://github.com', api: 'https://api.github.com' }),
  discord: discord({ web: 'https://discord.com', images: 'https://cdn.discordapp.com' }),
};
