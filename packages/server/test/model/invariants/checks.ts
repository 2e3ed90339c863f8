import assert from 'node:assert/strict';
import { isProven, isRecent, type SessionHeld } from './entering.ts';
import { linkKey } from './rows.ts';
import type { Stage } from './stage.ts';
import type { Held } from './world.ts';

/**
 * An act that needs recent authentication has succeeded, so the session must have it, by a proven credential.
 */
export function mustBeRecent(stage: Stage, { by, account, thing }: SessionHeld, what: string): void {
  assert.ok(
    isRecent(stage, thing.id),
    `invariant 6: the ${by}'s session ${thing.id} of account ${account} did ${what} without a recent proof`,
  );
}

/** Checks the invariants of the stored rows, after a step. */
export function checkRows(stage: Stage): void {
  for (const held of stage.world.held) if (held.over !== null) checkGone(stage, held);
  checkUnfinished(stage);
  checkUntold(stage);
  checkFactors(stage);
  checkSettings(stage);
  for (const id of stage.world.heldBack) {
    const row = stage.rows.accounts.get(id);
    assert.ok(
      row === undefined || row.status === 'pending',
      `invariant 1: 'pending' of account ${id} was lifted`,
    );
  }
}

/** Credentials that must no longer work are no longer stored. */
function checkGone({ rows, world }: Stage, { by, account, thing, over }: Held): void {
  const living = (kind: string) =>
    world.held.some((one) => one.account === account && one.thing.kind === kind && one.over === null);
  const leads = ((): boolean => {
    switch (thing.kind) {
      case 'session':
        return rows.sessions.get(thing.id) === account;
      case 'link':
        return rows.links.has(linkKey(account, thing.subject));
      case 'passkey':
        return rows.passkeys.get(thing.id) === account;
      case 'phone':
        return rows.accounts.get(account)?.phone === thing.phone;
      case 'app':
        return rows.apps.has(account) && !living('app');
      case 'recovery codes':
        return rows.recoveryCodes.has(account) && !living('recovery codes');
      case 'password':
      case 'pending app':
      case 'challenge':
      case 'code':
      case 'visit':
      case 'grant':
      case 'undo':
      case 'invitation':
        // Credentials without a meaningful row are tried.
        return false;
    }
  })();
  assert.ok(!leads, `a ${thing.kind} of the ${by} is still in account ${account} after ${over}`);
}

/** A sign-in that was not finished leaves neither a proof nor a link. */
function checkUnfinished({ rows, before, answers }: Stage): void {
  const challenged = answers.some(({ what }) => what === 'challenge');
  if (!challenged || answers.some(({ what }) => what === 'tokens' || what === 'done')) return;
  for (const { id, verified } of rows.accounts.values()) {
    const former = before.accounts.get(id);
    if (former !== undefined)
      assert.equal(
        verified,
        former.verified,
        `invariant 2: account ${id} was proven before the second factor`,
      );
  }
  for (const key of rows.links.keys())
    assert.ok(before.links.has(key), `invariant 2: ${key} was linked before the second factor`);
}

/** It also sends the owner no mail about a new way to sign in. */
function checkUntold({ world, heldBefore, answers }: Stage): void {
  const links = world.held.filter((one) => one.thing.kind === 'undo' && !heldBefore.has(one));
  for (const { what, account, note } of answers)
    if (what === 'challenge' && note === 'provider')
      assert.ok(
        !links.some((one) => one.account === account),
        `invariant 2: the owner of account ${account} is told of a link before the second factor`,
      );
}

/** An account with factors has a proven email, which changes only by a confirmed change. */
function checkFactors(stage: Stage): void {
  for (const { id, factors, verified, email } of stage.rows.accounts.values()) {
    if (factors === 0) continue;
    assert.ok(
      verified && isProven(stage, id),
      `invariant 3: account ${id} has factors, and ${email} is not proven`,
    );
  }
}

function checkSettings({ rows, before, answers, settings, root }: Stage): void {
  for (const { what, account, note, by } of answers) {
    const row = rows.accounts.get(account);
    if (what !== 'tokens' || row === undefined || row.role === 'superadmin' || account === root.id) continue;
    assert.ok(
      row.verified || !settings.require_verified_email,
      `invariant 7: the ${by} got tokens of the unproven account ${account} by ${note}`,
    );
  }
  if (
    settings.allowed_domains.length === 0 ||
    answers.some(({ by, note }) => by === 'root' || note === 'undo')
  )
    return;
  for (const { id, email, role } of rows.accounts.values())
    assert.ok(
      before.accounts.get(id)?.email === email || role === 'superadmin',
      `invariant 7: account ${id} has got ${email}, whose domain is not allowed`,
    );
}
