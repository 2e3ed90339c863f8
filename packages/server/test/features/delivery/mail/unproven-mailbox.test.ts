import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mail } from '../../../../src/features/delivery/mail/mail.ts';
import { MAIL_NAMES } from '../../../../src/features/delivery/mail/mail-kinds.ts';
import { sampleMail } from '../../../../src/features/delivery/mail/sample-mails.ts';
import { english } from '../../../../src/features/delivery/mail/texts/english.ts';
import { forMailbox } from '../../../../src/features/delivery/mail/unproven-mailbox.ts';
import { viewOf } from '../../../../src/features/delivery/mail/view.ts';

const TEXT = 'You have won';
/** Fields that nobody else fills in, or that are masked or left out before: `newEmail` and `name`. */
const FACTS = new Set(['kind', 'purpose', 'code', 'link', 'factor', 'ipAddress', 'newEmail', 'name']);

/** The mail with {@link TEXT} in place of each text that others may have chosen. */
function withTexts(mail: Mail): Mail {
  const all = { applications: [''], ...mail };
  return JSON.parse(
    JSON.stringify(all, (key, value: unknown) =>
      typeof value === 'string' && !FACTS.has(key) ? TEXT : value,
    ),
  );
}

describe('mails to a mailbox that nobody has proven', () => {
  const facts = { to: 'ada@example.org', language: 'en', now: 0, publicUrl: 'https://id.example.org' };
  const shown = (email_verified: number) =>
    MAIL_NAMES.flatMap((name) => {
      const mail = forMailbox(withTexts(sampleMail(name, facts)), { email_verified });
      return mail === null ? [] : [{ name, view: viewOf(mail, english, 'Keyward') }];
    });

  it('contain a text by others only where the reader has just proven it, or is invited', () => {
    const named = shown(0).filter(({ view }) => JSON.stringify(view).includes(TEXT));
    assert.deepEqual(
      named.map(({ name }) => name),
      ['organization_invitation', 'provider_linked', 'access_dropped', 'password_reset'],
    );
    for (const { view } of named) assert.ok(!view.subject.includes(TEXT), view.subject);
  });

  it('are not sent about organizations', () => {
    const sent = new Set(shown(0).map(({ name }) => name));
    assert.deepEqual(
      MAIL_NAMES.filter((name) => !sent.has(name)),
      [
        'organization_deleted',
        'certificate_expiring',
        'trust_lost',
        'domain_unproven',
        'member_access_dropped',
      ],
    );
    assert.equal(shown(1).length, MAIL_NAMES.length);
  });
});
