import { SamlFault } from './fault.ts';
import type { Response } from './response.ts';
import { UNWATCHED, type Watch } from './watch.ts';
import { ASSERTION, attribute, childrenNamed, type Element, onlyChild, textOf } from './xml.ts';

/** The values that a response must match. */
export interface Expected {
  idpEntityId: string;
  spEntityId: string;
  acsUrl: string;
  /** The id of the request; null where sign-ins may begin at the provider. */
  requestId: string | null;
  now: number;
}

/** The content of an assertion, and the time until which it could be replayed. */
export interface ReadAssertion {
  nameId: string;
  /** The values of each attribute, by its name in lower case. */
  attributes: ReadonlyMap<string, readonly string[]>;
  assertionId: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const SKEW_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const MAX_ATTRIBUTES = 500;

/**
 * Checks that an assertion is for this service, valid now, and an answer to the request (SAML 2.0 profiles
 * §4.1.4.3), and reads its subject.
 * @throws SamlFault
 */
export function readAssertion(
  { assertion, response }: Response,
  expected: Expected,
  watch: Watch = UNWATCHED,
): ReadAssertion {
  const { idpEntityId, acsUrl } = expected;
  if (requiredText(assertion, 'Issuer') !== idpEntityId || (response.issuer ?? idpEntityId) !== idpEntityId)
    throw new SamlFault('issuer', 'it was issued by another provider');
  watch.passed('issuer');
  if ((response.destination ?? acsUrl) !== acsUrl)
    throw new SamlFault('destination', 'it was sent to another address');
  assertRequest(response.inResponseTo, expected);
  assertConditions(assertion, expected);
  watch.passed('audience');
  const subject = required(assertion, 'Subject');
  const expiresAt = assertConfirmed(subject, expected);
  for (const rule of ['recipient', 'request']) watch.passed(rule);
  assertAuthenticated(assertion, expected);
  watch.passed('time');
  const assertionId = attribute(assertion, 'ID');
  if (assertionId === null) throw new SamlFault('structure', 'the assertion has no ID');
  return { nameId: nameIdOf(subject), attributes: attributesOf(assertion), assertionId, expiresAt };
}

function assertRequest(inResponseTo: string | null, { requestId }: Expected): void {
  if (inResponseTo !== null && inResponseTo !== requestId)
    throw new SamlFault('request', 'it answers another request');
}

function assertConditions(assertion: Element, { spEntityId, now }: Expected): void {
  const conditions = required(assertion, 'Conditions');
  assertTimes(conditions, now);
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  const isMeant = (restriction: Element) =>
    childrenNamed(restriction, ASSERTION, 'Audience').some((one) => textOf(one) === spEntityId);
  if (restrictions.length === 0 || !restrictions.every(isMeant))
    throw new SamlFault('audience', 'it is for another service');
}

/** @returns when the confirmation ends, including the tolerated skew of clocks */
function assertConfirmed(subject: Element, { acsUrl, requestId, now }: Expected): number {
  const [confirmation, ...more] = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').filter(
    (one) => attribute(one, 'Method') === BEARER,
  );
  const data =
    confirmation === undefined ? null : onlyChild(confirmation, ASSERTION, 'SubjectConfirmationData');
  if (data === null || more.length > 0)
    throw new SamlFault('confirmation', 'it has not exactly one confirmation for its bearer');
  if (attribute(data, 'Recipient') !== acsUrl)
    throw new SamlFault('recipient', 'it is for another recipient');
  const end = timeOf(data, 'NotOnOrAfter');
  if (end === null) throw new SamlFault('confirmation', 'its confirmation has no expiry');
  assertTimes(data, now);
  const answered = attribute(data, 'InResponseTo');
  if (answered !== requestId) throw new SamlFault('request', 'it answers another request, or none');
  return end + SKEW_MS;
}

function assertAuthenticated(assertion: Element, { now }: Expected): void {
  const [statement] = childrenNamed(assertion, ASSERTION, 'AuthnStatement');
  if (statement === undefined) throw new SamlFault('structure', 'it does not say that anybody signed in');
  const end = timeOf(statement, 'SessionNotOnOrAfter');
  if (end !== null && end + SKEW_MS <= now)
    throw new SamlFault('time', 'the session at the provider has ended');
}

function assertTimes(element: Element, now: number): void {
  const [start, end] = [timeOf(element, 'NotBefore'), timeOf(element, 'NotOnOrAfter')];
  if (start !== null && start - SKEW_MS > now) throw new SamlFault('time', 'it is not valid yet');
  if (end !== null && end + SKEW_MS <= now) throw new SamlFault('time', 'it is over');
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch; null without the attribute. */
function timeOf(element: Element, name: string): number | null {
  const text = attribute(element, name);
  if (text === null) return null;
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlFault('time', `${name} is not a time`);
  return time;
}

function nameIdOf(subject: Element): string {
  const nameId = required(subject, 'NameID');
  if (attribute(nameId, 'Format') === TRANSIENT)
    throw new SamlFault('name_id', 'its NameID is transient; choose a persistent one at the provider');
  return textOf(nameId);
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const all = childrenNamed(assertion, ASSERTION, 'AttributeStatement')
    .flatMap((statement) => childrenNamed(statement, ASSERTION, 'Attribute'))
    .slice(0, MAX_ATTRIBUTES);
  for (const one of all) {
    const name = (attribute(one, 'Name') ?? '').toLowerCase();
    const values = childrenNamed(one, ASSERTION, 'AttributeValue').map(textOf);
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}

function required(element: Element, name: string): Element {
  const child = onlyChild(element, ASSERTION, name);
  if (child === null) throw new SamlFault('structure', `it has no ${name}`);
  return child;
}

function requiredText(element: Element, name: string): string {
  return textOf(required(element, name));
}
