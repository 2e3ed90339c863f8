import { addApplication, approve, authorizePath, Browser, pkce } from '../http/oauth/flows.ts';
import { raceCode, raceDevice, raceRefresh } from '../http/oauth/racing.ts';
import { addPerson } from '../http/people.ts';
import { DATABASES } from '../support/databases.ts';
import { startKeyward } from '../support/keyward.ts';
import type { Part } from './part.ts';

const AT_ONCE = 50;
/** On each database. */
const ROUNDS = { code: 200, refresh: 150, device: 150 };
const TELL_EVERY = 100;

/** One address asks for everything, and the clock of the grace runs for hours. */
const SETTINGS = {
  KEYWARD_LIMIT_ANONYMOUS: '1000000/1h',
  KEYWARD_LIMIT_TOTAL: '1000000/1h',
  KEYWARD_LIMIT_CHANGES: '1000000/1h',
  KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
};

export const oauthRaces: Part = {
  name: 'oauth-races',
  about: `1,000 rounds in which ${AT_ONCE} at once use one code, refresh token or device code, on two instances`,
  limit: 60,
  async run(tell) {
    let rounds = 0;
    let sent = 0;
    for (const kind of DATABASES) {
      await using first = await startKeyward(kind, { settings: SETTINGS });
      const { database, clock } = first;
      await using second = await startKeyward(kind, { settings: SETTINGS, database, clock });
      const application = await addApplication(first);
      const device = await addApplication(first, { type: 'native', redirect_uris: [] });
      await second.app.services.runtimeSettings.catchUp();
      const { token } = await addPerson(first);
      const browser = new Browser(first);
      const { challenge } = pkce();
      const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
      await approve(browser, path, token);
      const race = { first, second, atOnce: AT_ONCE };
      const play = {
        code: () => raceCode(race, browser, application),
        device: () => raceDevice(race, token, device),
        refresh: () => raceRefresh(race, browser, application),
      };
      for (const what of ['code', 'device', 'refresh'] as const)
        for (let round = 0; round < ROUNDS[what]; round += 1) {
          await play[what]();
          rounds += 1;
          sent += what === 'refresh' ? 2 * AT_ONCE : AT_ONCE;
          if (rounds % TELL_EVERY === 0) tell(`${rounds} rounds, ${kind}`);
        }
    }
    return { sent, injected: '–', checked: rounds, lost: 0, worstMs: null, slopeKib: null };
  },
};
