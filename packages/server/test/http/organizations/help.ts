import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Answer, SignedUp, TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText } from '../expectations.ts';
import { addPerson } from '../people.ts';

/** Turns organizations on. */
export const ON = { KEYWARD_ORGANIZATIONS_ENABLED: 'on', KEYWARD_ORGANIZATIONS_MAX_PER_ACCOUNT: '100000' };

export type RoleName = 'owner' | 'admin' | 'member';

/** An organization with one member of each role, and a second plain member. */
export interface Acme {
  id: string;
  path: string;
}

export interface Cast {
  root: SignedUp;
  owner: SignedUp;
  admin: SignedUp;
  member: SignedUp;
  other: SignedUp;
  stranger: SignedUp;
}

export async function addCast(keyward: TestKeyward): Promise<Cast> {
  return {
    root: await addSuperadmin(keyward),
    owner: await addPerson(keyward, { verified: true }),
    admin: await addPerson(keyward, { verified: true }),
    member: await addPerson(keyward, { verified: true }),
    other: await addPerson(keyward, { verified: true }),
    stranger: await addPerson(keyward, { verified: true }),
  };
}

const NOBODY: SignedUp = { id: 0, email: '', handle: '', token: '', refreshToken: '' };

/** The same people for all tests of the suite (`describe`) that calls this; only tests and later hooks can use them. */
export function suiteCast(keyward: TestKeyward): Cast {
  const cast = {
    root: NOBODY,
    owner: NOBODY,
    admin: NOBODY,
    member: NOBODY,
    other: NOBODY,
    stranger: NOBODY,
  };
  before(async () => void Object.assign(cast, await addCast(keyward)));
  return cast;
}

/** An organization without members but its owner. */
export async function addOrganization(
  keyward: TestKeyward,
  root: SignedUp,
  owner: SignedUp,
  fields: object = {},
): Promise<Acme> {
  const body = { name: 'Acme', owner: owner.id, ...fields };
  const made = await keyward.call('POST', '/organization', { token: root.token, body });
  assert.equal(made.status, 201, made.text);
  const id = asText(made.body['id']);
  return { id, path: `/organization/${id}` };
}

export async function addMember(
  keyward: TestKeyward,
  root: SignedUp,
  { path }: Acme,
  account: SignedUp,
  ...roles: string[]
): Promise<void> {
  const body = { account_id: account.id, roles };
  const added = await keyward.call('POST', `${path}/member`, { token: root.token, body });
  assert.equal(added.status, 201, added.text);
}

export async function addAcme(keyward: TestKeyward, cast: Cast, fields: object = {}): Promise<Acme> {
  const acme = await addOrganization(keyward, cast.root, cast.owner, fields);
  await addMember(keyward, cast.root, acme, cast.admin, 'admin');
  await addMember(keyward, cast.root, acme, cast.member, 'member');
  await addMember(keyward, cast.root, acme, cast.other, 'member');
  return acme;
}

/** Invites one email. @returns the id of the invitation */
export async function addInvitation(
  keyward: TestKeyward,
  { token }: { token: string },
  { path }: Acme,
  email: string,
  ...roles: string[]
): Promise<string> {
  const body = { emails: [email], ...(roles.length > 0 && { roles }) };
  const answer = await keyward.call('POST', `${path}/invitation`, { token, body });
  assert.equal(answer.status, 200, answer.text);
  const [result] = resultsOf(answer);
  assert.ok(result?.invitation, answer.text);
  return result.invitation.id;
}

/** What became of each email that was invited. */
export function resultsOf({ body }: Answer): {
  email: string;
  invitation?: { id: string; email: string; roles: string[]; status: string };
  error?: { error: string; details?: Record<string, unknown> };
}[] {
  return JSON.parse(JSON.stringify(body['results']));
}

/** The roles of all members, by the id of the account. */
export async function membersOf(
  keyward: TestKeyward,
  root: SignedUp,
  { path }: Acme,
): Promise<Record<number, string[]>> {
  const { status, text, body } = await keyward.call('GET', `${path}/member?limit=100`, { token: root.token });
  assert.equal(status, 200, text);
  const members: { account: { id: number }; roles: string[] }[] = JSON.parse(JSON.stringify(body['members']));
  assert.equal(body['total'], members.length);
  return Object.fromEntries(members.map(({ account, roles }) => [account.id, roles]));
}

/** `ok`, or the status and the kind of a refusal. */
export function outcome({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  return status < 300 ? 'ok' : `${status} ${String(body['error'])}`;
}
