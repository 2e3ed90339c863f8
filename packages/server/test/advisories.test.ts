import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

/** What the advisories of other implementations taught, and the names of the tests that show it here. */
const ADVISORIES: Record<string, { of: string; tests: readonly string[] }> = {
  'OA-1': {
    of: 'CVE-2026-28513: a code of another client, or an expired one, counted',
    tests: [
      'no condition of a code can be skipped, and only the first exchange succeeds',
      'a code is exchanged once',
    ],
  },
  'OA-2': {
    of: 'CVE-2026-28512: an address with a user name passed a pattern',
    tests: ['refuse redirect addresses that are patterns, carry a user name, or lead to no application'],
  },
  'OA-3': {
    of: 'CVE-2026-45337: any session could approve the code of a device',
    tests: ['a device belongs to the first account that opens its code, and is let in once'],
  },
  'OA-4': {
    of: 'CVE-2025-4143, CVE-2025-4144: PKCE could be left out, and the redirect address was not checked again',
    tests: ['a challenge that was sent binds, and a verifier without one is refused'],
  },
  'OA-5': {
    of: 'GHSA-xg6x-h9c9-2m83: a code was issued before the second factor',
    tests: [
      'the password alone gives no code and no consent, and the factor gives both',
      'an account that must add a factor first gives none, and neither does a browser that remembers it',
    ],
  },
  'OA-6': {
    of: 'better-auth 8298: the resource could change after the authorization',
    tests: ['resources are bound at authorize, and only narrowed later'],
  },
  'OR-1': {
    of: 'CVE-2026-1529: the token of an invitation was not verified',
    tests: ['an invitation is a random token, and only its row says to which organization it leads'],
  },
  'OR-2': {
    of: 'CVE-2026-55670, CVE-2026-27946: ids came back, and people marked their own data as verified',
    tests: [
      'ids never come back, and nobody chooses one',
      'nobody marks a domain, an email or a membership as verified in a body',
    ],
  },
  'OR-3': {
    of: 'CVE-2026-9791: a feature that was off still wrote claims',
    tests: ['tokens name no organization while organizations are off, also for sessions that had one'],
  },
  'SA-1': {
    of: 'CVE-2025-47949, CVE-2025-54369, CVE-2025-54419, CVE-2025-29774, CVE-2025-29775: wrapped signatures',
    tests: ['refuses signature wrapping, XSW 1 to 8', 'are refused with ${name}'],
  },
  'SA-2': {
    of: 'CVE-2026-11800, CVE-2026-55669: the message chose the algorithm, and no audience was needed',
    tests: [
      'refuses encryption that can be altered or guessed, and other keys',
      'pins keys and algorithms: the message chooses neither',
    ],
  },
  'SC-1': {
    of: 'CVE-2025-41115: the externalId of a provider became the id of an account',
    tests: ['the externalId of a provider names nothing outside of its connection'],
  },
  'SC-2': {
    of: 'langfuse 16027, ciso-assistant 4658: a password by SCIM, and accounts adopted by any email',
    tests: ['are adopted without the credentials of a stranger who has typed their email'],
  },
  'SC-3': {
    of: 'CVE-2026-46689: filters without a bound',
    tests: ['are not listed by malformed, deep or long filters'],
  },
};

const NAMED = /\bit\(\s*(['"`])([A-Z]{2}-\d+): (.*?)\1/g;

it('each advisory has its tests, and no test names another', () => {
  const found: [id: string, name: string][] = [];
  const cwd = import.meta.dirname;
  for (const file of globSync('**/*.test.ts', { cwd }))
    for (const [, , id = '', name = ''] of readFileSync(join(cwd, file), 'utf8').matchAll(NAMED))
      found.push([id, name]);
  for (const [id, { of, tests }] of Object.entries(ADVISORIES)) {
    const names = found.filter(([one]) => one === id).map(([, name]) => name);
    const missing = tests.filter((name) => !names.includes(name));
    assert.deepEqual(missing, [], `${id}, ${of}: the tests that are there are ${names.join('; ')}`);
  }
  const unknown = found.filter(([id]) => !(id in ADVISORIES));
  assert.deepEqual(unknown, []);
});
