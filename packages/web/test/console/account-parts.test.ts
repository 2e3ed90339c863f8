import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvHead, csvRows } from '../../src/console/pages/accounts/csv.ts';
import { accountFilters, listQuery } from '../../src/console/data/account-list-query.ts';
import { mergePatch } from '../../src/console/pages/accounts/account/merge-patch.ts';
import { verdictOf } from '../../src/console/pages/accounts/account/verdict.ts';
import { de } from '../../src/console/texts/de.ts';
import { en } from '../../src/console/texts/en.ts';

const ADA = {
  id: 7,
  uid: 'ed523806',
  name: 'Ada Lovelace',
  handle: 'ada',
  email: 'ada@example.org',
  email_verified: true,
  phone: '+4930123456',
  avatar_url: null,
  role: 'user',
  status: 'active',
  external_id: null,
  metadata: {},
  app_metadata: { plan: 'pro' },
  created_at: '2026-01-31T12:00:00.000',
  updated_at: '2026-01-31T12:00:00.000',
  second_factors: [] as const,
  locked_until: null,
  locked_scope: null,
  totp_locked: false,
  deletion_at: null,
  sessions: [],
  links: [],
  has_password: true,
  factors: { totp: null, passkeys: [], recovery_codes: null, required: false },
};

interface SignInEvent {
  type: 'login.failed' | 'login.locked_out' | 'session.started';
  data?: { reason: string; count: number; client: { ip_address: string } };
}

describe('an exported account', () => {
  it('is a line of RFC 4180, with all columns', () => {
    assert.ok(csvHead.startsWith('id,uid,name,handle,email,') && csvHead.endsWith('\r\n'));
    const line = csvRows([{ ...ADA, name: 'Ada "Countess" Lovelace, née Byron\nof Ockham' }]);
    assert.equal(
      line,
      '7,ed523806,"Ada ""Countess"" Lovelace, née Byron\nof Ockham",ada,ada@example.org,true,' +
        `'+4930123456,user,active,,,,,false,,2026-01-31T12:00:00.000,2026-01-31T12:00:00.000,,{},"{""plan"":""pro""}"\r\n`,
    );
  });

  it('runs nothing in a spreadsheet', () => {
    for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])
      assert.match(csvRows([{ ...ADA, name }]), /^7,ed523806,"?'/, JSON.stringify(name));
  });

  it('runs nothing in a spreadsheet that separates cells by semicolons or tabs', () => {
    for (const name of ['Ada;=1+1;x', 'Ada\t=1+1', 'Ada\n=1+1', 'Ada, "x;=1+1"'])
      assert.doesNotMatch(csvRows([{ ...ADA, name }]), /[;\t\n]=/, JSON.stringify(name));
    assert.match(csvRows([{ ...ADA, name: 'Ada; Grace' }]), /^7,ed523806,Ada; Grace,/);
  });
});

describe('the filters of the accounts', () => {
  it('are the parts of the address that the API knows', () => {
    assert.deepEqual(
      accountFilters({ q: ' ada ', role: 'user', verified: 'false', sort: '-email', x: '1' }),
      {
        q: 'ada',
        role: 'user',
        email_verified: false,
        sort: '-email',
      },
    );
    assert.deepEqual(accountFilters({ sort: 'password', verified: 'perhaps', q: '' }), {});
  });

  it('find a part of a field that the search names', () => {
    assert.deepEqual(accountFilters({ q: 'email:example.org' }), { field: 'email', value: 'example.org' });
    assert.deepEqual(accountFilters({ q: 'http://x' }), { q: 'http://x' });
  });

  it('leave the parts of the address that are not about the list', () => {
    assert.equal(JSON.stringify(listQuery({ q: 'ada', new: '1' })), '{"q":"ada"}');
  });
});

describe('a merge patch', () => {
  it('names only changes, and null for what is removed', () => {
    const before = { theme: 'dark', mails: { news: true, tips: true }, tags: [1, 2], old: 1 };
    const after = { theme: 'dark', mails: { news: true, tips: false }, tags: [1], fresh: { a: 1 } };
    assert.deepEqual(mergePatch(before, after), {
      mails: { tips: false },
      tags: [1],
      fresh: { a: 1 },
      old: null,
    });
    assert.deepEqual(mergePatch(before, before), {});
  });
});

describe('the verdict on a sign-in', () => {
  const verdict = (fields: object, events: SignInEvent[] = [], requireVerifiedEmail = false) => {
    const { canSignIn, findings, lastSignIn } = verdictOf(
      { ...ADA, ...fields },
      { requireVerifiedEmail },
      events,
    );
    return [canSignIn, findings.map(({ kind }) => kind), lastSignIn !== null];
  };

  it('is yes for an active account without refusals', () => {
    assert.deepEqual(verdict({}), ['yes', [], false]);
    assert.deepEqual(verdict({}, [{ type: 'session.started' }]), ['yes', [], true]);
  });

  it('is no where every sign-in is refused, with each reason', () => {
    const all = { status: 'suspended', email_verified: false };
    assert.deepEqual(verdict(all, [], true), ['no', ['inactive', 'unverified'], false]);
    assert.deepEqual(verdict({ email_verified: false }), ['yes', [], false]);
    assert.deepEqual(verdict({ email_verified: false, role: 'superadmin' }, [], true), ['yes', [], false]);
  });

  it('names a lock, which refuses some sign-ins only', () => {
    const locked_until = '2026-01-31T13:00:00.000';
    assert.deepEqual(verdict({ locked_until, locked_scope: 'address' }), [
      'trouble',
      ['lockedAddress'],
      false,
    ]);
    assert.deepEqual(verdict({ locked_until, locked_scope: 'account' }), ['trouble', ['locked'], false]);
    assert.deepEqual(verdict({ totp_locked: true }), ['trouble', ['appLocked'], false]);
  });

  it('names the refusals since the last sign-in, once for each reason', () => {
    const failed: SignInEvent = { type: 'login.failed' };
    const locked: SignInEvent = { type: 'login.locked_out' };
    const started: SignInEvent = { type: 'session.started' };
    assert.deepEqual(verdict({}, [locked, failed, started, failed]), [
      'trouble',
      ['refused', 'refused'],
      true,
    ]);
    assert.deepEqual(verdict({}, [started, failed]), ['yes', [], true]);
    assert.deepEqual(
      verdict(
        {},
        Array.from({ length: 5 }, () => failed),
      )[1],
      ['refused'],
    );
    const from = (place: number, count: number): SignInEvent => ({
      type: 'login.failed',
      data: { reason: 'invalid_credentials', count, client: { ip_address: `192.0.2.${place}` } },
    });
    const [finding] = verdictOf({ ...ADA }, { requireVerifiedEmail: false }, [
      from(1, 9),
      from(2, 2),
      from(1, 1),
    ]).findings;
    assert.ok(finding?.kind === 'refused');
    assert.deepEqual([finding.count, finding.addresses.size], [12, 2]);
  });

  it('shows what else affects a sign-in', () => {
    const factors = { ...ADA.factors, required: true };
    assert.deepEqual(verdict({ factors, has_password: false, deletion_at: '2026-02-28T12:00:00.000' })[1], [
      'leaving',
      'mustEnrol',
      'noPassword',
    ]);
    const enrolled = { ...ADA.factors, recovery_codes: { left: 0 } };
    assert.deepEqual(verdict({ factors: enrolled, second_factors: ['totp'] })[1], [
      'noRecoveryCodes',
      'asksFactor',
    ]);
  });

  it('says for each reason of a refusal what to do about it, in every language', () => {
    for (const { account, eventWords } of [en, de]) {
      // Refusals of an unknown account belong to none. The state of the account says the remedy of the others.
      const elsewhere = new Set([
        'user_not_found',
        'account_inactive',
        'email_proof_required',
        'rate_limited',
      ]);
      const reasons = Object.keys(eventWords.reasons).filter((reason) => !elsewhere.has(reason));
      const { remedies } = account.verdict;
      assert.deepEqual(Object.keys(remedies).sort(), reasons.sort());
      assert.equal(new Set(Object.values(remedies)).size, reasons.length);
    }
  });
});
