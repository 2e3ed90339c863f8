import { type Email, parseEmail } from '../../lib/email.ts';
import { isName, MAX_NAME_LENGTH } from '../identity/accounts/identity.ts';
import { isObject, type Resource } from './attributes.ts';
import { ScimError } from './scim-error.ts';
import { isPrimary } from './values.ts';

/** The data of a resource that concerns the account. */
export interface Person {
  userName: string;
  externalId: string | null;
  email: Email;
  name: string;
  active: boolean;
}

/** The maximum size of the stored resource, in bytes of JSON. */
const MAX_RESOURCE = 32_768;

/** @throws ScimError `invalidValue` without an email */
export function personOf(resource: Resource): Person {
  const userName = textOf(resource['userName']) ?? '';
  const address = emailIn(resource['emails']) ?? userName;
  const email = parseEmail(address);
  if (email === null)
    throw new ScimError('invalidValue', 'emails, or userName without them, must be an email address.');
  return {
    userName,
    externalId: textOf(resource['externalId']),
    email,
    name: nameOf(resource) ?? email.address,
    active: resource['active'] !== false,
  };
}

/** The mailbox of the account: the primary one, the one for work, or the first. */
function emailIn(emails: unknown): string | null {
  const all = (Array.isArray(emails) ? emails : []).filter(isObject);
  const chosen = all.find(isPrimary) ?? all.find(({ type }) => type === 'work') ?? all[0];
  return textOf(chosen?.['value']);
}

function nameOf(resource: Resource): string | null {
  const { displayName, name } = resource;
  const { formatted, givenName, familyName } = isObject(name) ? name : {};
  const both = [givenName, familyName].map(textOf).filter((one) => one !== null);
  for (const one of [displayName, formatted, both.join(' '), resource['userName']]) {
    const known = textOf(one)?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
    if (known !== undefined && isName(known)) return known;
  }
  return null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The columns of a person. @throws ScimError `invalidValue` for a resource that is too large */
export function columnsOf({ userName, externalId, active }: Person, resource: Resource) {
  const text = JSON.stringify(resource);
  if (Buffer.byteLength(text) > MAX_RESOURCE)
    throw new ScimError('invalidValue', `A person may have ${MAX_RESOURCE} bytes of JSON.`);
  return {
    user_name_key: userName.toLowerCase(),
    external_id: externalId,
    active: active ? 1 : 0,
    resource: text,
  };
}
