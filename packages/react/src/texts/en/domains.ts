/** The English texts of an organization's domains. Only their tab loads them. */
export const texts = {
  intro:
    'Prove that an email domain is yours. People with such an email can then join on their own, if you allow it.',
  none: 'There is no domain yet.',
  domain: 'Domain',
  add: 'Add domain',
  added: 'The domain is added. Put its record into DNS, then verify it.',
  states: { pending: 'Not verified yet', verified: 'Verified', lost: 'Lost: DNS no longer has the record' },
  record: (type: string) => `Add this ${type} record to DNS. DNS changes can take an hour.`,
  copyName: 'Copy name',
  copy: 'Copy value',
  verify: 'Verify',
  verifyOne: (domain: string) => `Verify ${domain}`,
  verified: (domain: string) => `${domain} is verified.`,
  joiningOf: (domain: string) => `People with an email at ${domain}`,
  joining: {
    none: 'need an invitation',
    suggest: 'can choose to join',
    join: 'join automatically',
    require: 'must use single sign-on',
  },
  require: 'Require',
  requireTitle: (domain: string) => `Require single sign-on for ${domain}?`,
  requireText:
    'Members with such an email can then sign in only with the identity provider of your company: passwords, mailed codes and all other ways stop working for them. Sessions that began in another way lose access to this organization. Owners keep another way in, unless this service does not allow it. While single sign-on is off, nothing changes.',
  removeOne: (domain: string) => `Remove ${domain}`,
  removeTitle: (domain: string) => `Remove ${domain}?`,
  removeText: 'Nobody can join with it any more. Members stay.',
  removed: (domain: string) => `${domain} is removed.`,
};

export type DomainTexts = typeof texts;
