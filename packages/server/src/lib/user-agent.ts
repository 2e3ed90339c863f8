/** Facts about a session from its `User-Agent`; null if it does not contain them. It proves nothing. */
export interface UserAgentFacts {
  device: Device | null;
  /** The browser, app or program that sent the request. */
  browser: string | null;
  /** The operating system. */
  system: string | null;
}

export type Device = (typeof DEVICES)[number];
export const DEVICES = ['desktop', 'phone', 'tablet', 'tv', 'bot'] as const;

type Table<Name> = readonly (readonly [Name, RegExp])[];

/**
 * The first match counts, because apps and browsers also name the engines and browsers that they derive from.
 */
const BROWSERS: Table<string> = [
  ['Facebook', /\bFBA[NV]\/|\bFB_IAB\//],
  ['Instagram', /\bInstagram /],
  ['Edge', /\b(?:Edg|EdgA|EdgiOS|Edge)\//],
  ['Opera', /\b(?:OPR|OPiOS|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['UC Browser', /\bUC ?Browser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Brave', /\bBrave\//],
  ['Silk', /\bSilk\//],
  ['Electron app', /\bElectron\//],
  ['Firefox', /\b(?:Firefox|FxiOS|Focus)\//],
  ['Chrome', /\b(?:CriOS|HeadlessChrome)\//],
  ['Android app', /; wv\)/],
  ['Chrome', /\b(?:Chrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
  ['Internet Explorer', /\bMSIE |\bTrident\//],
  ['Android Browser', /\bAndroid\b.* AppleWebKit\//],
  ['iOS app', /\b(?:iPhone|iPad|iPod)\b.* AppleWebKit\/|\bCFNetwork\/.* Darwin\//],
  ['Android app', /^okhttp\/|^Dalvik\//],
  ['curl', /^curl\//],
  ['Wget', /^Wget\//i],
  ['Postman', /^PostmanRuntime\//],
  ['Insomnia', /^insomnia\//i],
  ['HTTPie', /^HTTPie\//],
  ['Python', /^(?:python-requests|python-httpx|Python-urllib|aiohttp)\/|^Python\/.* aiohttp\//],
  ['Go', /^Go-http-client\//],
  ['Java', /^(?:Java|Apache-HttpClient|Java-http-client)\//],
  ['Node.js', /^(?:node|undici|axios|node-fetch)\b/],
  ['Dart', /^Dart\//],
  ['Ruby', /^(?:Ruby|Faraday)\b/],
  ['PHP', /^(?:GuzzleHttp|PHP)\b/],
];

const SYSTEMS: Table<string> = [
  ['Windows', /\bWindows(?! Phone)\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(?:iPhone|iPod)\b|\bCFNetwork\/.* Darwin\//],
  ['tvOS', /\b(?:AppleTV|Apple TV|tvOS)\b/],
  ['Fire OS', /\b(?:KF[A-Z]{2,}|AFT[A-Z0-9]*) |\bSilk\//],
  ['Tizen', /\bTizen\b/],
  ['webOS', /\bWeb0S\b|\bwebOS\b/i],
  ['Android', /\bAndroid\b|^okhttp\/|^Dalvik\//],
  ['macOS', /\bMac OS X\b|\bMacintosh\b|\bmacOS\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['FreeBSD', /\bFreeBSD\b/],
  ['Linux', /\bLinux\b|\bX11\b|\blinux\b/],
];

const KINDS: Table<Device> = [
  ['bot', /bot\b|\bcrawl|spider|\bslurp\b|facebookexternalhit|preview|monitor|HeadlessChrome/i],
  ['tv', /\b(?:SMART-TV|SmartTV|Smart-TV|AppleTV|GoogleTV|Apple TV|BRAVIA|Web0S|AFT[A-Z0-9]*)\b/],
  ['tablet', /\biPad\b|\bTablet\b|\bKF[A-Z]{2,}\b|\bAndroid\b(?!.*\bMobile\b).* AppleWebKit\//],
  ['phone', /\biPhone\b|\biPod\b|\bAndroid\b|\bWindows Phone\b|\bMobile\b/],
  ['desktop', /\bWindows NT\b|\bMacintosh\b|\bCrOS\b|\bX11\b/],
];

/** Longer texts are cut, to bound the cost. */
const READ = 512;

export function userAgentFacts(userAgent: string): UserAgentFacts {
  const text = userAgent.slice(0, READ);
  return {
    device: nameIn(KINDS, text),
    browser: nameIn(BROWSERS, text),
    system: nameIn(SYSTEMS, text),
  };
}

/** Whether a user agent, or what is derived from it, has all words of a text, in any case. */
export function describesAgent(text: string, userAgent: string): boolean {
  const { device, browser, system } = userAgentFacts(userAgent);
  const said = [device, browser, system, userAgent].join(' ').toLowerCase();
  return wordsIn(text).every((word) => said.includes(word));
}

/** Commas too, because lists of sessions say `Firefox, macOS`. */
const wordsIn = (text: string) => text.toLowerCase().split(/[\s,]+/);

function nameIn<Name>(table: Table<Name>, text: string): Name | null {
  return table.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
