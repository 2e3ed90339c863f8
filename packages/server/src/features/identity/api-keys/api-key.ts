/** The prefix of every API key; see `lib/checked-secret.ts`. */
export const KEY_PREFIX = 'kw_live_';
