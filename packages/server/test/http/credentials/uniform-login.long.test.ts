import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { ANY_DATABASE, usually } from '../../support/usual-size.ts';

const WRONG = 'Wrong-horse-1';
const SAMPLES = usually(25, 60);
/** Higher than the number of samples. */
const UNLIMITED = { KEYWARD_LIMIT_ADDRESS: '100000/1h' };

/** The account in a sample. */
const WHO: Record<string, (keyward: TestKeyward, sample: number) => Promise<string>> = {
  unknown: async (_, sample) => `unknown${sample}@example.org`,
  'a wrong password': async (keyward) => (await addPerson(keyward)).email,
  'a suspended account': async (keyward) => (await addPerson(keyward, { status: 'suspended' })).email,
};

/** The parts of an answer that may distinguish accounts. */
function visible({ status, headers, text, body }: Answer): unknown {
  const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status, headers: kept, text: text.replace(String(body['request_id']), '') };
}

/** The time that this share of the samples does not exceed. */
function quantile(samples: number[], share: number): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length * share)] ?? NaN;
}

for (const kind of ANY_DATABASE) {
  for (const [profile, path] of [
    ['documented', '/login'],
    ['strict', '/login/password'],
  ] as const) {
    describe(`POST ${path} in the ${profile} profile on ${kind}`, () => {
      const keyward = suiteKeyward(kind, { settings: { KEYWARD_PROFILE: profile } });
      const logIn = (identifier: string) =>
        keyward.call('POST', path, { body: { identifier, password: WRONG } });

      it('EN1: answers every mistake with the same bytes', async () => {
        const wrong = await addPerson(keyward, { phone: '+4930901820' });
        const suspended = await addPerson(keyward, { status: 'suspended' });
        const passwordless = await addPerson(keyward);
        await keyward.database.query('update accounts set password_hash = null where id = $1', [
          passwordless.id,
        ]);
        const known = [wrong.email, wrong.handle, '+4930901820', suspended.email, passwordless.email];
        const unknown = ['nobody@example.org', 'nobody', '+4930901821', '1', '@', 'not an identifier'];
        const expected = await logIn(wrong.email);
        assertRefusal(expected, 401, 'InvalidCredentialsError');
        for (const identifier of [...known, ...unknown]) {
          assert.deepEqual(visible(await logIn(identifier)), visible(expected), identifier);
        }
      });
    });
  }
}

for (const kind of ANY_DATABASE) {
  describe(`the limit of POST /login on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const logIn = (identifier: string) =>
      keyward.call('POST', '/login', { body: { identifier, password: WRONG } });

    it('EN1: limits unknown identifiers like known ones', async () => {
      const answers = [];
      for (const identifier of [(await addPerson(keyward)).email, 'nobody.else@example.org']) {
        for (let i = 0; i < 10; i += 1) assert.equal((await logIn(identifier)).status, 401);
        answers.push(visible(await logIn(identifier)));
      }
      assert.deepEqual(answers[0], answers[1]);
      assert.match(JSON.stringify(answers[0]), /"status":429/);
    });
  });
}

describe('POST /login/password in the documented profile', () => {
  const keyward = suiteKeyward('sqlite');

  it('says that nobody has the identifier, as the interface specifies', async () => {
    const body = { identifier: 'nobody', password: PASSWORD };
    assertRefusal(await keyward.call('POST', '/login/password', { body }), 404, 'UserNotFoundError');
  });
});

describe('the time of POST /login', () => {
  const keyward = suiteKeyward('sqlite', { settings: UNLIMITED, fullHashing: true });

  /** Alternates between the accounts, so that a slow machine affects all equally. @returns ms by title */
  async function measure(identifiers: Record<string, string[]>): Promise<Record<string, number[]>> {
    const times: Record<string, number[]> = {};
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      for (const [title, list] of Object.entries(identifiers)) {
        const body = { identifier: list[sample], password: WRONG };
        const begun = performance.now();
        const { status } = await keyward.call('POST', '/login', { body });
        (times[title] ??= []).push(performance.now() - begun);
        assert.equal(status, 401);
      }
    }
    return times;
  }

  it('EN1: is the same for an unknown, a wrong and a suspended account', async () => {
    const identifiers: Record<string, string[]> = {};
    for (const [title, find] of Object.entries(WHO)) {
      identifiers[title] = [];
      for (let i = 0; i < SAMPLES; i += 1) identifiers[title].push(await find(keyward, i));
    }
    // A leak affects all samples. On a busy machine the medians differ by chance, but the fastest samples do
    // not. Each account fails at most three times, because later answers are delayed.
    const measured: number[][] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const times = await measure(identifiers);
      for (const share of [0.5, 0.1, 0]) {
        const values = Object.values(times).map((samples) => quantile(samples, share));
        if (Math.max(...values) - Math.min(...values) < 5) return;
        measured.push(values);
      }
    }
    assert.fail(JSON.stringify(measured));
  });
});
