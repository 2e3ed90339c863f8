import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAIL_QUEUE_SIZE } from '../../../src/features/delivery/mail/mailer.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { visitorOf } from '../../support/visitor.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';

describe('mails to known devices', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: {
      // Nothing listens on that port.
      KEYWARD_SMTP_URL: 'smtp://127.0.0.1:9',
      KEYWARD_MAIL_FROM: 'Example <auth@example.com>',
      KEYWARD_LIMIT_MAILS: '5000/1h',
      KEYWARD_LIMIT_ANONYMOUS: '5000/1h',
    },
  });

  it('a stranger at the address of its owner cannot fill the queue that the code of the owner waits in', async () => {
    const visitor = visitorOf(keyward, '127.0.6.20');
    const code = (purpose: string, email: string) =>
      visitor.call('POST', `/send/email/otp/${purpose}`, { body: { email } });
    const { email } = await addPerson(keyward, { verified: true });
    const body = { identifier: email, password: PASSWORD };
    assert.equal((await visitor.call('POST', '/login', { body })).status, 200);
    for (let index = 0; index < MAIL_QUEUE_SIZE; index += 1) await code('signup', `p${index}@example.org`);
    const refused = await code('signup', 'another@example.org');
    assert.equal(refused.status, 503, refused.text);
    const answer = await code('login', email);
    assert.equal(answer.status, 200, answer.text);
  });
});
