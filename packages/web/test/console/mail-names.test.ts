import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAIL_NAMES } from '../../../server/src/features/delivery/mail/mail-kinds.ts';
import { settingsDe } from '../../src/console/texts/settings-de.ts';
import { settingsEn } from '../../src/console/texts/settings-en.ts';

it('the console has a name for every mail', () => {
  for (const { mails } of [settingsEn, settingsDe])
    assert.deepEqual(Object.keys(mails.kinds).toSorted(), [...MAIL_NAMES].toSorted());
});
