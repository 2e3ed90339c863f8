/** Scopes of OAuth (RFC 6749 §3.3). */
export const SCOPE_PATTERN = '^[!#-\\[\\]-~]{1,100}$';

/** The names of roles and permissions of organizations. */
export const GRANT_PATTERN = '^[a-z][a-z0-9_:.-]{0,63}$';
