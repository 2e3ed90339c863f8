import assert from 'node:assert/strict';
import { type Connected, CONNECTIONS_ON, loginUrl, verifyDomain } from '../http/connections/help.ts';
import { addressesOf, post } from '../http/connections/saml-idp.ts';
import { asText } from '../http/expectations.ts';
import { type Acme, addCast, addOrganization } from '../http/organizations/help.ts';
import { FRONTEND } from '../http/providers/harness.ts';
import { type Browser, createBrowser } from '../support/browser.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { startKeyward, type TestKeyward } from '../support/keyward.ts';
import type { Findings } from './part.ts';

/* People who sign in at the pages of other people's identity providers. */

/** The real clock, moved by a difference: providers have clocks of their own. */
function offsetClock(): FakeClock {
  let offset = 0;
  return {
    ...createFakeClock(),
    now: () => Date.now() + offset,
    advance: (ms) => void (offset += ms),
  };
}

/** The library of OpenID Connect fetches keys once a minute at most. */
export const KEYS_MS = 61_000;

/** An organization whose people sign in. */
export interface Scene {
  keyward: TestKeyward;
  root: { token: string };
  acme: Acme;
  /** Names a case that passed. */
  passed: (name: string) => void;
}

/** Runs the cases of a provider in an organization with a verified domain. @returns what the part has found */
export async function inScene(
  tell: (progress: string) => void,
  run: (scene: Scene) => Promise<void>,
): Promise<Findings> {
  await using keyward = await startKeyward('sqlite', { settings: CONNECTIONS_ON, clock: offsetClock() });
  const { root, owner } = await addCast(keyward);
  const acme = await addOrganization(keyward, root, owner);
  await verifyDomain(keyward, acme, 'acme.example');
  let checked = 0;
  const passed = (name: string) => {
    checked += 1;
    tell(name);
  };
  await run({ keyward, root, acme, passed });
  return { sent: 0, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
}

/** An active SAML connection. */
export async function addSaml({ keyward, root, acme }: Scene, saml: object): Promise<Connected> {
  const body = { name: 'Acme', status: 'active', saml };
  const made = await keyward.call('POST', `${acme.path}/connection`, { token: root.token, body });
  assert.equal(made.status, 201, made.text);
  const id = asText(made.body['id']);
  return { id, path: `${acme.path}/connection/${id}` };
}

/** Fetches the metadata of all providers, as each day. */
export async function refreshMetadata({ database, app }: TestKeyward): Promise<void> {
  await database.query('update connections set metadata_due_at = 1 where metadata_due_at is not null');
  await app.services.sweep();
}

/** The end of a sign-in. */
export interface SignedOn {
  /** The query at the frontend. */
  query: URLSearchParams;
  /** Whether the provider asked for the password. */
  wasAsked: boolean;
  /** The answer of a SAML provider. */
  response: string | null;
}

const MOST_STEPS = 20;

/**
 * Signs in through a connection.
 * @param credentials the fields of the provider's sign-in form
 * @param start where it begins, if not here
 * @param forge changes the answer of a SAML provider on its way
 */
export async function signOn(
  keyward: TestKeyward,
  connection: Connected,
  browser: Browser,
  credentials: Record<string, string>,
  { start, forge = (xml) => xml }: { start?: string; forge?: (xml: string) => string } = {},
): Promise<SignedOn> {
  const { acsUrl } = addressesOf(keyward, connection);
  let [url, wasAsked] = [start ?? loginUrl(keyward, connection), false];
  let response: string | null = null;
  let fields: Record<string, string> | null = null;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (url.startsWith(FRONTEND)) return { query: new URL(url).searchParams, wasAsked, response };
    const answer: Response = await (fields === null ? browser.get(url) : browser.submit(url, fields));
    fields = null;
    const [text, location] = [await answer.text(), answer.headers.get('location')];
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const form = formIn(text) ?? assert.fail(`${url} answered ${answer.status}, without a form: ${text}`);
    url = new URL(form.action, url).href;
    const { SAMLResponse, RelayState = null } = form.fields;
    if (SAMLResponse === undefined) {
      assert.ok(!wasAsked, text);
      wasAsked = true;
      fields = { ...form.fields, ...credentials };
      continue;
    }
    assert.equal(url, acsUrl);
    response = forge(Buffer.from(SAMLResponse, 'base64').toString());
    url = (await post(url, response, RelayState)).href;
  }
  return assert.fail(`no end, at ${url}`);
}

/** The first form of a page, with its values; null without one. */
function formIn(html: string): { action: string; fields: Record<string, string> } | null {
  const [form] = /<form\b.*?<\/form>/is.exec(html) ?? [];
  if (form === undefined) return null;
  const valueOf = (tag: string, name: string) => {
    const [, value] = new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, 'i').exec(tag) ?? [];
    return value?.replaceAll('&quot;', '"').replaceAll('&#x2F;', '/').replaceAll('&amp;', '&');
  };
  const inputs = [...form.matchAll(/<input\b[^>]*>/gis)].map(
    ([tag]) => [valueOf(tag, 'name') ?? '', valueOf(tag, 'value') ?? ''] as const,
  );
  return {
    action: valueOf(/<form\b[^>]*>/i.exec(form)?.[0] ?? '', 'action') ?? '',
    fields: Object.fromEntries(inputs.filter(([name]) => name !== '')),
  };
}

/** Asserts that a sign-in is refused, and that the log says why. @param cause of `provider.failed` */
export async function assertRefused(
  keyward: TestKeyward,
  cause: RegExp,
  signIn: () => Promise<SignedOn>,
): Promise<void> {
  const causes: unknown[] = [];
  const stop = keyward.app.services.events.subscribe(({ name, metadata }) => {
    if (name === 'provider.failed') causes.push(metadata?.['cause']);
  });
  const { query } = await signIn().finally(stop);
  assert.ok(query.has('error_code'), query.toString());
  assert.match(String(causes[0]), cause, query.toString());
}

const ASSERTION = /<(\w+:)?Assertion\b.*<\/\1?Assertion>/s;
const SIGNATURES = /<(\w+:)?Signature\b.*?<\/\1?Signature>/gs;

/** Changes to a genuine answer in the name of somebody else, each with the reason of its refusal. */
const FORGERIES: readonly (readonly [(xml: string, other: (xml: string) => string) => string, RegExp])[] = [
  [(xml, other) => other(xml), /^saml_signature$/],
  [(xml) => xml.replaceAll(SIGNATURES, ''), /^saml_unsigned$/],
  [
    (xml, other) =>
      xml.replace(ASSERTION, (one) => {
        const twin = one.replaceAll(SIGNATURES, '').replace(/\bID="[^"]*"/, 'ID="_forged"');
        return other(twin) + one;
      }),
    /^saml_structure$/,
  ],
];

/** Asserts that forged answers of a SAML provider are refused. @param email of the person who signs in */
export async function assertUnforgeable(
  { keyward, passed }: Scene,
  connection: Connected,
  credentials: Record<string, string>,
  email: string,
): Promise<void> {
  const other = (xml: string) => xml.replaceAll(email, `boss${email.slice(email.indexOf('@'))}`);
  for (const [change, cause] of FORGERIES) {
    const forge = (xml: string) => {
      const forged = change(xml, other);
      assert.notEqual(forged, xml);
      return forged;
    };
    await assertRefused(keyward, cause, () =>
      signOn(keyward, connection, createBrowser(), credentials, { forge }),
    );
  }
  passed('changed, unsigned and wrapped answers are refused');
}
