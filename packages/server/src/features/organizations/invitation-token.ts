/** What the tokens of invitations to an organization begin with. Those of other invitations have no dot. */
export const TOKEN_PREFIX = 'org.';
