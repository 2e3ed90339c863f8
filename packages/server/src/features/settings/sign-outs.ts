import type { JwtSettings, SettingsValues } from './settings.ts';

/** Whether a change replaces the signing key without an overlap, so that all tokens end at once. */
export function endsAllTokens({ jwt: before }: SettingsValues, { jwt: after }: SettingsValues): boolean {
  return after.key_generation !== before.key_generation && after.previous_key === null;
}

/**
 * The effect of a change of settings on sessions: how many it ends, and the reasons in sentences.
 * @param reset the fields that take their defaults because the request left them out
 * @param count returns the number of sessions that are live by these settings
 */
export async function signOuts(
  before: SettingsValues,
  after: SettingsValues,
  reset: ReadonlySet<string>,
  count: (jwt: JwtSettings) => Promise<number>,
): Promise<{ reasons: string[]; signsOut: number }> {
  const reasons = signOutReasons(before, after, reset);
  const { idle_minutes: idle } = after.jwt;
  const endsUnused = idle !== null && idle < (before.jwt.idle_minutes ?? Infinity);
  if (reasons.length === 0 && !endsUnused) return { reasons, signsOut: 0 };
  const all = await count(before.jwt);
  if (!endsUnused) return { reasons, signsOut: all };
  const unused = Math.max(0, all - (await count(after.jwt)));
  const reason = `idle_minutes is ${idle}: sessions that are unused for longer end, ${unused} of them at once.`;
  return { reasons: [...reasons, reason], signsOut: reasons.length === 0 ? unused : all };
}

/**
 * The reasons why a change of settings signs people out, in sentences; empty if it signs nobody out. Each reason
 * concerns all sessions.
 * @param reset the fields that take their defaults because the request left them out
 */
function signOutReasons(before: SettingsValues, after: SettingsValues, reset: ReadonlySet<string>): string[] {
  const { jwt, cookie } = after;
  const reasons: string[] = [];
  if (endsAllTokens(before, after)) {
    const what =
      jwt.algorithm === before.jwt.algorithm
        ? 'The signing key'
        : 'The signing key, together with its algorithm,';
    reasons.push(
      `${what} is replaced: all tokens end at once. Send overlap_minutes to keep them valid for a while.`,
    );
  }
  if (before.jwt.dual_token_mode && !jwt.dual_token_mode) {
    const why = reset.has('dual_token_mode')
      ? 'dual_token_mode was left out and takes its default, false'
      : 'dual_token_mode is turned off';
    const minutes = before.jwt.access_token_expire_minutes;
    reasons.push(
      `${why}: refresh tokens are refused, so sessions end with their access tokens, within ${minutes} minutes.`,
    );
  }
  if (!before.jwt.dual_token_mode && isRenamed(before.jwt.audience, jwt.audience)) {
    reasons.push(
      'audience no longer has any of its old names: tokens for the old audience are refused. Keep one of the old names until they have expired.',
    );
  }
  if (before.cookie.cookie_mode) {
    if (!cookie.cookie_mode) reasons.push('cookie_mode is turned off: cookies no longer sign anybody in.');
    else if (cookie.access_cookie_name !== before.cookie.access_cookie_name)
      reasons.push('access_cookie_name changes: cookies with the old name no longer sign anybody in.');
    else if (before.jwt.dual_token_mode && cookie.refresh_cookie_name !== before.cookie.refresh_cookie_name)
      reasons.push('refresh_cookie_name changes: cookies with the old name no longer refresh anything.');
  }
  return reasons;
}

/** Whether tokens for the previous audience are no longer valid. In dual-token mode a refresh gives another one. */
function isRenamed(before: readonly string[], after: readonly string[]): boolean {
  return before.length > 0 && !before.some((one) => after.includes(one));
}
