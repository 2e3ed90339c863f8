import assert from 'node:assert/strict';
import type { Scope } from '../../../src/features/audit/actors/scopes.ts';
import type { TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText } from '../expectations.ts';

export interface MadeKey {
  id: number;
  key: string;
}

/** A key, made by a superadmin of its own. */
export async function addKey(
  keyward: TestKeyward,
  scopes: readonly Scope[],
  fields: { name?: string; expires_in_days?: number; allowed_addresses?: string[] } = {},
): Promise<MadeKey> {
  const { token } = await addSuperadmin(keyward);
  const body = { name: 'Billing', scopes, ...fields };
  const answer = await keyward.call('POST', '/apikey/', { token, body });
  assert.equal(answer.status, 201, answer.text);
  return { id: Number(answer.body['id']), key: asText(answer.body['key']) };
}
