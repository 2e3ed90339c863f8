import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeywardError } from '../../../../src/errors.ts';
import { initialValues } from '../../../../src/features/settings/section.ts';
import { signup } from '../../../../src/features/settings/sections/signup.ts';
import type { SignupSettings } from '../../../../src/features/settings/settings.ts';
import {
  createSignUpPolicy,
  type SignUpAttempt,
} from '../../../../src/features/identity/sign-up-policy/sign-up-policy.ts';
import { parseDomain } from '../../../../src/lib/domain.ts';

function policyOf(values: Partial<SignupSettings>) {
  return createSignUpPolicy(() => ({ ...initialValues(signup, {}), ...values }));
}

function refusal(
  values: Partial<SignupSettings>,
  attempt: Partial<SignUpAttempt> & { key?: string },
): string | null {
  const { key = 'ada@example.org', proof = 'mailbox', invited = false } = attempt;
  try {
    policyOf(values).assertMayOpen({ email: { key }, proof, invited });
    return null;
  } catch (error) {
    assert.ok(error instanceof KeywardError);
    return error.kind;
  }
}

describe('the rules of sign-ups', () => {
  it('SU2: are checked in the order mode, domain, proof', () => {
    const all = { blocked_domains: ['example.org'], require_verified_email: true };
    const stranger = { proof: 'none' } as const;
    assert.equal(refusal({ ...all, mode: 'closed' }, stranger), 'SignupClosedError');
    assert.equal(refusal({ ...all, mode: 'closed' }, { ...stranger, invited: true }), 'SignupClosedError');
    assert.equal(refusal({ ...all, mode: 'invite' }, stranger), 'SignupClosedError');
    // The inviter has chosen the email.
    assert.equal(refusal({ ...all, mode: 'invite' }, { invited: true }), null);
    assert.equal(refusal(all, stranger), 'EmailDomainNotAllowedError');
    assert.equal(refusal({ ...all, blocked_domains: [] }, stranger), 'EmailProofRequiredError');
    assert.equal(refusal({ ...all, blocked_domains: [] }, {}), null);
    assert.equal(refusal({ mode: 'invite' }, { invited: true }), null);
  });

  it('SU3: a wildcard means all domains below its own, and a blocked domain wins', () => {
    const cases: [allowed: string[], blocked: string[], domain: string, allows: boolean][] = [
      [[], [], 'anything.org', true],
      [['example.org'], [], 'example.org', true],
      [['example.org'], [], 'sub.example.org', false],
      [['example.org'], [], 'notexample.org', false],
      [['*.example.org'], [], 'example.org', false],
      [['*.example.org'], [], 'a.example.org', true],
      [['*.example.org'], [], 'c.b.a.example.org', true],
      [['*.example.org'], [], 'notexample.org', false],
      [['*.example.org'], [], 'example.org.evil.net', false],
      [['example.org', '*.example.org'], ['bad.example.org'], 'bad.example.org', false],
      [['example.org', '*.example.org'], ['bad.example.org'], 'very.bad.example.org', true],
      [['example.org'], ['example.org'], 'example.org', false],
      [[], ['*.org'], 'example.org', false],
      [[], ['*.org'], 'example.com', true],
    ];
    for (const [allowed_domains, blocked_domains, domain, allows] of cases) {
      const found = refusal({ allowed_domains, blocked_domains }, { key: `ada@${domain}` });
      assert.equal(
        found,
        allows ? null : 'EmailDomainNotAllowedError',
        [...allowed_domains, 'not', ...blocked_domains, domain].join(' '),
      );
    }
  });

  it('SU3: domains have one form for comparisons', () => {
    const forms: [typed: string, canonical: string | null][] = [
      ['Example.ORG', 'example.org'],
      ['*.Example.ORG', '*.example.org'],
      ['bücher.example', 'xn--bcher-kva.example'],
      ['*.BÜCHER.example', '*.xn--bcher-kva.example'],
      ['*.edu', '*.edu'],
      ['example', null],
      ['*', null],
      ['*.', null],
      ['*.*.org', null],
      ['a.*.org', null],
      ['*example.org', null],
      ['@example.org', null],
      ['ada@example.org', null],
      [' example.org', null],
      ['example.org.', null],
      ['https://example.org', null],
      ['192.0.2.1', null],
      ['', null],
    ];
    for (const [typed, canonical] of forms) assert.equal(parseDomain(typed), canonical, typed);
  });

  it('superadmins sign in without a proven mailbox, so that nobody is locked out', () => {
    const policy = policyOf({ require_verified_email: true });
    assert.throws(() => policy.assertProven({ role: 'user', email_verified: 0 }), {
      kind: 'EmailProofRequiredError',
    });
    policy.assertProven({ role: 'user', email_verified: 1 });
    policy.assertProven({ role: 'superadmin', email_verified: 0 });
    policyOf({}).assertProven({ role: 'user', email_verified: 0 });
  });
});
