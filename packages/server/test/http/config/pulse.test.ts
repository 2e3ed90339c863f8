import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { asText, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`GET /config/pulse on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('200: answers anybody', async () => {
      for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic eDp5' }]) {
        const answer = await keyward.call('GET', '/config/pulse', { headers });
        assert.equal(answer.status, 200, answer.text);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/);
        const { response, ...rest } = answer.body;
        assert.notEqual(asText(response), '');
        const expected = {
          system_time: timestampOf(keyward.clock.now()),
          status: 'healthy',
          state: 'active',
        };
        assert.deepEqual(rest, expected);
      }
    });

    it('200: tells the time', async () => {
      keyward.clock.advance(86_400_000);
      const { body } = await keyward.call('GET', '/config/pulse');
      assert.equal(body['system_time'], timestampOf(keyward.clock.now()));
    });

    it('404: exists under the prefix only', async () => {
      assertRefusal(await keyward.callRoot('GET', '/config/pulse'), 404, 'RouteNotFoundError');
      await using other = await startKeyward('sqlite', { settings: { KEYWARD_PREFIX: '/api/v1' } });
      assert.equal((await other.callRoot('GET', '/api/v1/config/pulse')).status, 200);
      assertRefusal(await other.callRoot('GET', '/auth/config/pulse'), 404, 'RouteNotFoundError');
    });
  });
}
