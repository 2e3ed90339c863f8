import { createClient } from '@keyward/client';
import { boot } from '../lib/boot.ts';
import { service } from '../service/service.ts';

/** The client of the account page, with its own session. */
export const pages = createClient({
  url: '',
  prefix: boot.prefix,
  frontendUrl: location.origin + boot.webPath,
});

/**
 * Continues the session of the account page in the console's cookies, if a superadmin is signed in there. It stays the
 * same session: its age, its proofs and its end do not change.
 * @returns whether the console is now signed in
 */
export async function takeSession(): Promise<boolean> {
  if (boot.takesSession !== true || !window.isSecureContext) return false;
  const { data: there } = await pages.getSession();
  if (there?.account.role !== 'superadmin') return false;
  const { data: now } = await pages.me();
  if (now?.account.role !== 'superadmin') return false;
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const { data: handed } = await pages.handOver({
    return_to: `${boot.publicUrl}/console`,
    code_challenge: await challengeOf(verifier),
  });
  const code = handed === null ? null : new URL(handed.location).searchParams.get('token_code');
  if (code === null) return false;
  const { error } = await service.exchangeCode({ code, code_verifier: verifier });
  return error === null;
}

/** RFC 7636 §4.2. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace('=', '');
}

/** Signs the account out on the account page too. */
export async function endThere(id: number): Promise<void> {
  if (boot.takesSession !== true) return;
  const { data: there } = await pages.getSession();
  if (there?.account.id === id) await pages.logout();
}
