import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { userAgentFacts } from '../../src/lib/user-agent.ts';
import { fastest } from '../support/resources.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const PIXEL = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT}`;

/** device, browser, system */
const AGENTS: readonly [string, string | null, string | null, string | null][] = [
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36`, 'desktop', 'Chrome', 'Windows'],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'desktop', 'Edge', 'Windows'],
  [`${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'desktop', 'Opera', 'Windows'],
  [`${WINDOWS} Chrome/130.0.0.0 Safari/537.36 Vivaldi/7.0.3495.11`, 'desktop', 'Vivaldi', 'Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'desktop',
    'Firefox',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
    'desktop',
    'Internet Explorer',
    'Windows',
  ],
  [
    `${WINDOWS} Slack/4.41.98 Chrome/130.0.0.0 Electron/33.0.1 Safari/537.36`,
    'desktop',
    'Electron app',
    'Windows',
  ],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    'desktop',
    'Safari',
    'macOS',
  ],
  [`${MAC} ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'desktop', 'Chrome', 'macOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
    'desktop',
    'Firefox',
    'macOS',
  ],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15 Ddg/17.6`,
    'desktop',
    'DuckDuckGo',
    'macOS',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'desktop', 'Chrome', 'Linux'],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'desktop',
    'Firefox',
    'Linux',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'desktop',
    'Chrome',
    'ChromeOS',
  ],
  [`${IOS} Version/18.1 Mobile/15E148 Safari/604.1`, 'phone', 'Safari', 'iOS'],
  [`${IOS} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'phone', 'Chrome', 'iOS'],
  [`${IOS} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 'phone', 'Firefox', 'iOS'],
  [`${IOS} EdgiOS/131.0.2903.48 Version/18.0 Mobile/15E148 Safari/604.1`, 'phone', 'Edge', 'iOS'],
  [`${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/489.0.0.40.107;FBDV/iPhone14,5]`, 'phone', 'Facebook', 'iOS'],
  [`${IOS} Mobile/15E148 Instagram 356.0.0.28.95 (iPhone15,2; iOS 18_1; en_US)`, 'phone', 'Instagram', 'iOS'],
  [`${IOS} Mobile/15E148`, 'phone', 'iOS app', 'iOS'],
  ['Shop/42 CFNetwork/1568.200.51 Darwin/24.1.0', null, 'iOS app', 'iOS'],
  [`${IPAD} Version/17.6 Mobile/15E148 Safari/604.1`, 'tablet', 'Safari', 'iPadOS'],
  [`${PIXEL} Chrome/131.0.0.0 Mobile Safari/537.36`, 'phone', 'Chrome', 'Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'phone', 'Firefox', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S928B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'phone',
    'Samsung Internet',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${WEBKIT} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
    'phone',
    'Android app',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-X910) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'tablet',
    'Chrome',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 9; KFTRWI) ${WEBKIT} Silk/131.2.5 like Chrome/131.0.0.0 Safari/537.36`,
    'tablet',
    'Silk',
    'Fire OS',
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/94.0.4606.128 Safari/537.36`,
    'tv',
    'Chrome',
    'webOS',
  ],
  ['okhttp/4.12.0', null, 'Android app', 'Android'],
  ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/AP2A)', 'phone', 'Android app', 'Android'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot', null, null],
  [`${WINDOWS} HeadlessChrome/131.0.0.0 Safari/537.36`, 'bot', 'Chrome', 'Windows'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'bot', null, null],
  ['curl/8.5.0', null, 'curl', null],
  ['python-requests/2.32.3', null, 'Python', null],
  ['Go-http-client/2.0', null, 'Go', null],
  ['node', null, 'Node.js', null],
  ['PostmanRuntime/7.42.0', null, 'Postman', null],
  ['', null, null, null],
  ['An unknown thing/1.0', null, null, null],
];

describe('what a User-Agent tells', () => {
  for (const [text, device, browser, system] of AGENTS)
    it(`${browser ?? device ?? 'nothing'} on ${system ?? 'nothing'}: ${text.slice(0, 60)}`, () => {
      assert.deepEqual(userAgentFacts(text), { device, browser, system });
    });

  it('any length, in no time', async () => {
    for (const part of ['Android ', 'Version/1 ', 'CFNetwork/', 'a ', 'AppleWebKit/', 'Mobile;']) {
      const took = await fastest(10, () => userAgentFacts(part.repeat(10_000)));
      assert.ok(took < 10, `${part}: ${took} ms`);
    }
  });
});
