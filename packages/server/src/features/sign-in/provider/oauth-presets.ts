import type { Preset } from './preset.ts';
import { asClaims, readProfile } from './profile.ts';

/** @param hosts without a final slash; docs/providers/protocols.md summarizes the documentation */
export function gitHub(hosts: { web: string; api: string }) {
  const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
  return {
    issuer: `${hosts.web}/login/oauth`,
    vouches: true,
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
  } satisfies Preset;
}

/** @param hosts without a final slash; docs/providers/protocols.md summarizes the documentation */
export function discord(hosts: { web: string; images: string }) {
  return {
    issuer: hosts.web,
    vouches: true,
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
  } satisfies Preset;
}

/** @param hosts without a final slash; docs/providers/protocols.md summarizes the documentation */
export function x(hosts: { web: string; api: string }) {
  return {
    issuer: hosts.web,
    vouches: true,
    scopes: ['users.read', 'tweet.read', 'users.email'],
    endpoints: { authorization: `${hosts.web}/i/oauth2/authorize`, token: `${hosts.api}/2/oauth2/token` },
    authentication: 'basic',
    async profile({ get }) {
      const fields = 'confirmed_email,profile_image_url';
      const answer = asClaims(await get(`${hosts.api}/2/users/me?user.fields=${fields}`));
      const user = asClaims(answer['data']);
      return readProfile({
        subject: user['id'],
        email: user['confirmed_email'],
        emailVerified: true,
        names: [user['name'], user['username']],
        avatarUrl: user['profile_image_url'],
      });
    },
  } satisfies Preset;
}

/**
 * Facebook does not report whether an email is verified, so none counts as verified.
 * @param hosts without a final slash; docs/providers/protocols.md summarizes the documentation
 */
export function facebook(hosts: { web: string; graph: string }) {
  return {
    issuer: hosts.web,
    vouches: true,
    scopes: ['email', 'public_profile'],
    endpoints: {
      authorization: `${hosts.web}/${GRAPH_VERSION}/dialog/oauth`,
      token: `${hosts.graph}/${GRAPH_VERSION}/oauth/access_token`,
    },
    async profile({ get }) {
      const fields = 'id,name,email,picture.type(large)';
      const user = asClaims(await get(`${hosts.graph}/${GRAPH_VERSION}/me?fields=${fields}`));
      return readProfile({
        subject: user['id'],
        email: user['email'],
        names: [user['name']],
        avatarUrl: asClaims(asClaims(user['picture'])['data'])['url'],
      });
    },
  } satisfies Preset;
}

const GRAPH_VERSION = 'v24.0';

/**
 * Spotify's documentation says that its emails are not verified, so none counts as verified.
 * @param hosts without a final slash; docs/providers/protocols.md summarizes the documentation
 */
export function spotify(hosts: { accounts: string; api: string }) {
  return {
    issuer: hosts.accounts,
    vouches: true,
    scopes: ['user-read-email'],
    endpoints: { authorization: `${hosts.accounts}/authorize`, token: `${hosts.accounts}/api/token` },
    authentication: 'basic',
    async profile({ get }) {
      const user = asClaims(await get(`${hosts.api}/v1/me`));
      const images = Array.isArray(user['images']) ? user['images'] : [];
      return readProfile({
        subject: user['id'],
        email: user['email'],
        names: [user['display_name']],
        avatarUrl: asClaims(images[0])['url'],
      });
    },
  } satisfies Preset;
}
