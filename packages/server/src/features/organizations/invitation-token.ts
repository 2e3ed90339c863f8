/** The prefix of the tokens of invitations to an organization. Tokens of other invitations contain no dot. */
export const TOKEN_PREFIX = 'org.';
