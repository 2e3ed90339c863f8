/** The texts for the outcome of a test, on the page at its end and in the portal. */
export interface TestTexts {
  passed: string;
  failed: string;
  passedText: string;
  /** The problem and the remedy, by the code of the failure. */
  failures: Readonly<Record<string, string>>;
  /** For a code without a text. */
  otherFailure: string;
  detail: string;
  close: string;
  verified: string;
  /** The passed checks, by their names. */
  rules: Readonly<Record<string, string>>;
  attributes: string;
  fields: Readonly<Record<'subject' | 'email' | 'name' | 'groups', string>>;
  roles: string;
  outsideDomain: string;
  received: string;
}
