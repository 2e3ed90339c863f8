import type { Preset } from './preset.ts';
import { asClaims, readProfile } from './profile.ts';

/**
 * Sign in with Apple. Apple requires `form_post` for the scopes `name` and `email`, may write `email_verified` as a text,
 * and sends the name once, at the first sign-in, in a field beside the code.
 */
export const apple = {
  issuer: 'https://appleid.apple.com',
  vouches: true,
  scopes: ['openid', 'name', 'email'],
  parameters: { response_mode: 'form_post' },
  authentication: 'post',
  lacks: ['pkce'],
  async profile({ claims, brought }) {
    return readProfile({
      subject: claims['sub'],
      email: claims['email'],
      emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
      names: [nameIn(brought.get('user') ?? '{}')],
    });
  },
} satisfies Preset;

/** Reads only the name: the email beside it is unsigned, so anybody could forge it. */
function nameIn(user: string): string {
  try {
    const { firstName, lastName } = asClaims(asClaims(JSON.parse(user))['name']);
    return [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
  } catch {
    return '';
  }
}
