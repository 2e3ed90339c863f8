/** Limits that a run from one address would reach. They have tests of their own. */
export const WITHOUT_LIMITS = {
  KEYWARD_LIMIT_ACCOUNT: '1000000/1h',
  KEYWARD_LIMIT_ACCOUNT_ADDRESS: '1000000/1h',
  KEYWARD_LIMIT_ADDRESS: '1000000/1h',
  KEYWARD_LIMIT_MAILS: '1000000/1h',
  KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
};
