import { parseEmail } from '../../lib/email.ts';
import { readProfile } from '../sign-in/provider/profile.ts';
import { type ConnectionPerson, groupsOf } from './person.ts';
import type { ReadAssertion } from './saml/assertion.ts';
import { SamlFault } from './saml/fault.ts';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

const NAME_ID = 'NameID';

const EMAILS = [
  'email',
  'mail',
  'emailAddress',
  `${CLAIMS}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
];
const NAMES = [
  'displayName',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
];
const GIVEN = ['givenName', 'firstName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'];
const FAMILY = ['sn', 'surname', 'lastName', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'];

/** The person of an assertion. @throws SamlFault */
export function samlPerson({ nameId, attributes }: ReadAssertion, issuer: string): ConnectionPerson {
  const named = (names: readonly string[]) =>
    names.map((name) => name.toLowerCase()).find((name) => attributes.get(name)?.[0] !== undefined);
  const valueOf = (name: string | undefined) => (name === undefined ? undefined : attributes.get(name)?.[0]);
  const byAttribute = named(EMAILS);
  const isEmail = byAttribute === undefined && parseEmail(nameId) !== null;
  const email = isEmail ? nameId : valueOf(byAttribute);
  const parts = [named(GIVEN), named(FAMILY)].filter((part) => part !== undefined);
  const full = parts.map(valueOf).join(' ');
  const names = [valueOf(named(NAMES)), full];
  const profile = readProfile({ subject: nameId, email, emailVerified: true, names });
  if (profile === null) throw new SamlFault('name_id', 'its NameID cannot be used');
  const claims = Object.fromEntries(attributes);
  return {
    ...profile,
    issuer,
    groups: groupsOf(claims),
    from: {
      subject: NAME_ID,
      email: isEmail ? NAME_ID : byAttribute,
      name: profile.name === full.trim() ? parts.join(' ') : named(NAMES),
    },
    claims: { [NAME_ID]: nameId, ...claims },
  };
}
