/**
 * The cost whose processor time comes nearest to that of Keyward's argon2id: each step of the cost doubles it. The table
 * gives the time of both.
 */
export const EQUAL_COST = 8;

/** The password of the benchmark, hashed at that cost. */
export const EQUAL_HASH = '$2b$08$hI40/oGT3u0rEbfhsyFCkeuStB3g6oH7Wn6V7hsg//jNLUHcemlvy';
