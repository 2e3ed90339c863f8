import assert from 'node:assert/strict';
import { constants, createCipheriv, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { SignedXml } from 'xml-crypto';
import { type Browser, createBrowser } from '../../support/browser.ts';
import type { SignedUp, TestKeyward } from '../../support/keyward.ts';
import { asText } from '../expectations.ts';
import { type Acme, addCast, addOrganization } from '../organizations/help.ts';
import { FRONTEND } from '../providers/harness.ts';
import { type Connected, loginUrl, verifyDomain } from './help.ts';

/** A SAML provider, as far as its messages go. */
export interface SamlIdp {
  entityId: string;
  ssoUrl: string;
  certificate: string;
  privateKey: string;
}

export async function createSamlIdp(name = 'idp', keySize = 2048): Promise<SamlIdp> {
  const { private: privateKey, cert } = await generate([{ name: 'commonName', value: name }], {
    keySize,
    algorithm: 'sha256',
  });
  const address = `https://${name}.example.com/saml`;
  return { entityId: address, ssoUrl: `${address}/sso`, certificate: cert, privateKey };
}

export function metadataOf({ entityId, ssoUrl, certificate }: Omit<SamlIdp, 'privateKey'>): string {
  const base64 = certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0"?><!-- from the provider --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** An active SAML connection. */
export async function connectSaml(
  keyward: TestKeyward,
  { token }: Pick<SignedUp, 'token'>,
  { path }: Acme,
  idp: SamlIdp,
  saml: object = {},
  fields: object = {},
): Promise<Connected> {
  const body = { name: 'Acme', status: 'active', saml: { metadata: metadataOf(idp), ...saml }, ...fields };
  const made = await keyward.call('POST', `${path}/connection`, { token, body });
  assert.equal(made.status, 201, made.text);
  const id = asText(made.body['id']);
  return { id, path: `${path}/connection/${id}` };
}

/** A sign-in whose browser is at the provider. */
export interface Asked {
  browser: Browser;
  requestId: string;
  relayState: string;
  acsUrl: string;
  spEntityId: string;
}

/** Begins a sign-in, and reads the request. */
export function begin(keyward: TestKeyward, connection: Connected, browser?: Browser): Promise<Asked> {
  return askedBy(keyward, connection, loginUrl(keyward, connection), browser);
}

/** The request to which an address of the service sends a browser. */
export async function askedBy(
  keyward: Pick<TestKeyward, 'url'>,
  connection: Connected,
  url: string,
  browser: Browser = createBrowser(),
): Promise<Asked> {
  const answer = await browser.get(url);
  assert.equal(answer.status, 307, await answer.text());
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = /ID="([^"]+)"/.exec(request)?.[1] ?? assert.fail(request);
  return {
    browser,
    requestId,
    relayState: searchParams.get('RelayState') ?? '',
    ...addressesOf(keyward, connection),
  };
}

export function addressesOf(
  { url }: Pick<TestKeyward, 'url'>,
  { id }: Connected,
): Pick<Asked, 'acsUrl' | 'spEntityId'> {
  const address = `${url}/auth/saml/${id}`;
  return { acsUrl: `${address}/acs`, spEntityId: `${address}/metadata` };
}

/** What a response says; every part can be wrong. */
export interface Message {
  nameId: string;
  nameIdFormat?: string;
  attributes?: Record<string, string[]>;
  issuer: string;
  audience: string | null;
  recipient: string | null;
  destination?: string | null;
  /** Of the response, and of the confirmation. */
  inResponseTo?: [string | null, string | null];
  now: number;
  /** Seconds from now. */
  notBefore?: number;
  notOnOrAfter?: number | null;
  confirmedUntil?: number | null;
  method?: string;
  status?: string;
  assertionId?: string;
}

const iso = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '');
const optional = (name: string, value: string | null | undefined) =>
  value === null || value === undefined ? '' : ` ${name}="${value}"`;

/** An assertion without a signature. */
export function assertionXml(message: Message): string {
  const {
    now,
    notBefore = -30,
    notOnOrAfter = 300,
    confirmedUntil = 300,
    inResponseTo = [null, null],
  } = message;
  const at = (seconds: number | null) => (seconds === null ? null : iso(now + seconds * 1000));
  const attributes = Object.entries(message.attributes ?? {})
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('');
  const audience =
    message.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${message.audience}</saml:Audience></saml:AudienceRestriction>`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${message.assertionId ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${iso(now)}">` +
    `<saml:Issuer>${message.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID${optional('Format', message.nameIdFormat)}>${message.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${message.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}"><saml:SubjectConfirmationData${optional('Recipient', message.recipient)}${optional('NotOnOrAfter', at(confirmedUntil))}${optional('InResponseTo', inResponseTo[1])}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${optional('NotBefore', at(notBefore))}${optional('NotOnOrAfter', at(notOnOrAfter))}>${audience}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${iso(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`
  );
}

/** A response around what it carries. */
export function responseXml(message: Message, carried: string): string {
  const { inResponseTo = [null, null], status = 'urn:oasis:names:tc:SAML:2.0:status:Success' } = message;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${iso(message.now)}"${optional('Destination', message.destination === undefined ? message.recipient : message.destination)}${optional('InResponseTo', inResponseTo[0])}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${message.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${carried}</samlp:Response>`
  );
}

export interface Signing {
  signature?: string;
  digest?: string;
  canonical?: string;
  /** Into `KeyInfo`. */
  certificate?: string;
}

/** Signs the element of this name, after its issuer. */
export function sign(
  xml: string,
  name: 'Assertion' | 'Response',
  { privateKey }: Pick<SamlIdp, 'privateKey'>,
  how: Signing = {},
): string {
  const {
    signature = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
    canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#',
    certificate,
  } = how;
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: canonical,
    ...(certificate !== undefined && {
      publicCert: certificate,
      getKeyInfoContent: (options) => SignedXml.getKeyInfoContent({ ...options, publicCert: certificate }),
    }),
  });
  const xpath = `//*[local-name(.)='${name}']`;
  signer.addReference({
    xpath,
    digestAlgorithm: digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** Encrypts an assertion, by default as it should be. */
export function encrypt(
  assertion: string,
  certificate: string,
  how: { cipher?: 'aes-256-gcm' | 'aes-256-cbc'; padding?: 'oaep' | 'pkcs1' } = {},
): string {
  const { cipher = 'aes-256-gcm', padding = 'oaep' } = how;
  const key = randomBytes(32);
  const isGcm = cipher === 'aes-256-gcm';
  const nonce = randomBytes(isGcm ? 12 : 16);
  const sealed =
    cipher === 'aes-256-gcm' ? sealedByGcm(key, nonce, assertion) : sealedByCbc(key, nonce, assertion);
  const wrapped = publicEncrypt(
    {
      key: certificate,
      padding: padding === 'oaep' ? constants.RSA_PKCS1_OAEP_PADDING : constants.RSA_PKCS1_PADDING,
    },
    key,
  );
  const data = isGcm
    ? 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
    : 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
  const wrap = `http://www.w3.org/2001/04/xmlenc#${padding === 'oaep' ? 'rsa-oaep-mgf1p' : 'rsa-1_5'}`;
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  return (
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${data}"/>` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${wrap}"/>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(Buffer.concat([nonce, sealed]))}</xenc:EncryptedData></saml:EncryptedAssertion>`
  );
}

function sealedByGcm(key: Buffer, nonce: Buffer, text: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function sealedByCbc(key: Buffer, nonce: Buffer, text: string): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, nonce);
  return Buffer.concat([cipher.update(text), cipher.final()]);
}

/** Posts a response as the page of the provider does, without cookies. @returns where the browser is sent */
export async function post(acsUrl: string, response: string, relayState: string | null): Promise<URL> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(response).toString('base64') });
  if (relayState !== null) form.set('RelayState', relayState);
  const answer = await fetch(acsUrl, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: 'https://idp.example.com', 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(answer.status, 303, await answer.text());
  return new URL(answer.headers.get('location') ?? '', acsUrl);
}

/** Finishes a sign-in with a response. @returns the query at the frontend */
export async function finish(asked: Asked, response: string): Promise<URLSearchParams> {
  const next = await post(asked.acsUrl, response, asked.relayState);
  if (next.href.startsWith(FRONTEND)) return next.searchParams;
  const answer = await asked.browser.get(next.href);
  assert.equal(answer.status, 307, await answer.text());
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

/** Asserts that a response is refused, in the same way as all others, and that the log says why. */
export async function assertRefusedBy(
  { app }: TestKeyward,
  asked: Asked,
  response: string,
  reason: string | RegExp,
  about?: string,
): Promise<void> {
  const causes: unknown[] = [];
  const stop = app.services.events.subscribe(({ name, metadata }) => {
    if (name === 'provider.failed') causes.push(metadata?.['cause']);
  });
  const query = await finish(asked, response);
  stop();
  assert.equal(query.get('error_code'), 'saml_invalid', `${about ?? ''} ${query.toString()}`);
  assert.equal([...query.keys()].length, 2);
  assert.match(
    String(causes[0]),
    typeof reason === 'string' ? new RegExp(`^saml_${reason}$`) : reason,
    about,
  );
}

/** What an answer to a request says, besides the person. */
export function answerTo(asked: Asked, { entityId }: SamlIdp, now: number): Omit<Message, 'nameId'> {
  return {
    issuer: entityId,
    audience: asked.spEntityId,
    recipient: asked.acsUrl,
    inResponseTo: [asked.requestId, asked.requestId],
    now,
  };
}

/** An organization with the verified domain `acme.example`, and a connection to a SAML provider. */
export async function addSamlStage(keyward: TestKeyward) {
  const [idp, cast] = [await createSamlIdp(), await addCast(keyward)];
  const acme = await addOrganization(keyward, cast.root, cast.owner);
  await verifyDomain(keyward, acme, 'acme.example');
  return { idp, cast, acme, connection: await connectSaml(keyward, cast.root, acme, idp) };
}
