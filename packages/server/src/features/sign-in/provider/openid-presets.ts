import type { Preset } from './preset.ts';
import { type ProfileSource, readProfile } from './profile.ts';

const OPENID_SCOPES = ['openid', 'email', 'profile'];

/** The claim that confirms that the email is the person's own, and the values that confirm it. */
interface Verification {
  claim: string;
  yes: readonly unknown[];
}

/** Only the boolean `true` counts. */
const STANDARD: Verification = { claim: 'email_verified', yes: [true] };

async function openIdProfile(source: ProfileSource, { claim, yes } = STANDARD) {
  const { claims } = source;
  const complete = claims['email'] !== undefined && claims[claim] !== undefined;
  const info = complete ? {} : await source.userInfo();
  // Email and verification must come from the same source, because each source confirms only its own email.
  const about = info['email'] === undefined ? claims : info;
  return readProfile({
    subject: claims['sub'],
    email: about['email'],
    emailVerified: yes.includes(about[claim]),
    names: ['name', 'preferred_username', 'nickname'].flatMap((key) => [claims[key], info[key]]),
    avatarUrl: claims['picture'] ?? info['picture'],
  });
}

/** @param issuer empty: each slot has its own */
export function openId(issuer: string) {
  return {
    issuer,
    scopes: OPENID_SCOPES,
    vouches: issuer !== '',
    profile: (source) => openIdProfile(source),
  } satisfies Preset;
}

/**
 * Microsoft never sends `email_verified`, and lets the administrator of any tenant enter any email. The optional claim
 * `xms_edov` confirms that the owner of the email's domain has verified it; an app must be set up to receive it.
 */
export const microsoft = {
  ...openId('https://login.microsoftonline.com/common/v2.0'),
  vouches: (issuer: string) => SINGLE_TENANT.test(issuer),
  profile: (source) => openIdProfile(source, { claim: 'xms_edov', yes: [true, 1, '1', 'true'] }),
} satisfies Preset;

/** The address of one tenant, by its id. */
const SINGLE_TENANT =
  /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0\/?$/i;

/** LinkedIn answers `invalid_client` to a secret with a code verifier, and leaves the nonce out of its ID tokens. */
export const linkedIn = {
  ...openId('https://www.linkedin.com/oauth'),
  authentication: 'post',
  lacks: ['pkce', 'nonce'],
} satisfies Preset;

const SLACK_TEAM = 'https://slack.com/team_id';

/** Slack's user ids are unique only within a workspace, so the workspace is a part of the identity. */
export const slack = {
  ...openId('https://slack.com'),
  authentication: 'post',
  lacks: ['pkce'],
  async profile(source) {
    const profile = await openIdProfile(source);
    const team = source.claims[SLACK_TEAM];
    if (profile === null || typeof team !== 'string' || team === '') return null;
    return { ...profile, subject: `${team}:${profile.subject}` };
  },
} satisfies Preset;

/** Twitch has its own scope for the email, sends only the claims that were requested, and lists scopes as an array. */
export const twitch = {
  ...openId('https://id.twitch.tv/oauth2'),
  scopes: ['openid', 'user:read:email'],
  parameters: {
    claims: JSON.stringify({
      id_token: { email: null, email_verified: null, preferred_username: null, picture: null },
    }),
  },
  authentication: 'post',
  repair: ({ scope, ...answer }) => ({
    ...answer,
    ...(scope !== undefined && { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  }),
} satisfies Preset;
