import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assertAdministered } from '../../http/expectations.ts';
import { act, who } from '../act.ts';
import { befall } from '../lifecycle.ts';
import { accountShown } from '../stage.ts';
import { accountWith, mailKey, PURPOSES } from '../world.ts';

export const setStatus = act(
  'setStatus',
  { who, status: fc.constantFrom('suspended', 'pending', 'active', 'active', 'active') },
  async (stage, { who: index, status }) => {
    const account = accountWith(stage.world, stage.email(index));
    if (account === null) return;
    const answer = await stage.callAsSuperadmin('PATCH', '/account/', { account_id: account.id, status });
    if (status !== 'active') befall(stage.world, account, 'no longer active');
    else if (account.status !== 'active') befall(stage.world, account, 'active again');
    account.status = status;
    assert.equal(answer.status, 200, answer.text);
    assertAdministered(answer.body, accountShown(account));
  },
);

export const setCredential = act(
  'setCredential',
  { who, newEmail: fc.option(who, { nil: null }), verified: fc.boolean() },
  async (stage, { who: index, newEmail, verified }) => {
    const { world } = stage;
    const account = accountWith(world, stage.email(index));
    if (account === null) return;
    const email = newEmail === null ? null : stage.email(newEmail);
    const password = stage.newPassword();
    const answer = await stage.callAsSuperadmin('PATCH', '/account/', {
      account_id: account.id,
      ...(email === null ? { password } : { email, ...(verified && { email_verified: true }) }),
    });
    if (email === null) {
      befall(world, account, 'superadmin set the password');
      account.formerPassword = account.password;
      account.password = password;
    } else if (email !== account.email) {
      if (accountWith(world, email) !== null) {
        assert.deepEqual([answer.status, answer.body['error']], [409, 'EmailAlreadyExistsError']);
        return;
      }
      befall(world, account, verified ? 'superadmin vouched for the email' : 'superadmin set the email');
      account.email = email;
      account.proven = verified;
    } else if (verified) {
      befall(world, account, 'first proof');
      account.proven = true;
    }
    assert.equal(answer.status, 200, answer.text);
    assertAdministered(answer.body, accountShown(account));
  },
);

export const deleteAccount = act('deleteAccount', { who }, async (stage, { who: index }) => {
  const account = accountWith(stage.world, stage.email(index));
  if (account === null) return;
  const answer = await stage.callAsSuperadmin('DELETE', '/account/', { account_id: account.id });
  assert.equal(answer.status, 200, answer.text);
  befall(stage.world, account, 'deleted');
  account.deleted = true;
  // The next owner of the mailbox must learn nothing about the previous one, not even that a mail was sent a moment
  // ago.
  for (const purpose of PURPOSES)
    for (const isKnown of [true, false])
      stage.world.codeSentAt.delete(mailKey(account.email, purpose, isKnown));
});
