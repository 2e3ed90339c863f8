import { KeywardError } from '../../errors.ts';

/**
 * What a provider has added to the return address: the raw query, because a repeated parameter matters. Pages add
 * `code_challenge` to the address to which they hand a session over. At this one, its code would go to the provider.
 * @throws KeywardError `OAuthStateError`
 */
export function providerAnswer({ url }: { url: string }): URLSearchParams {
  const answer = new URL(url, 'http://localhost').searchParams;
  if (answer.has('code_challenge')) throw new KeywardError('OAuthStateError');
  return answer;
}
