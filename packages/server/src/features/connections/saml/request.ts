import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { ASSERTION, escapeXml, METADATA, PROTOCOL, SIGNATURE } from './xml.ts';

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const deflate = promisify(deflateRaw);

/** This service as one connection's provider sees it. */
export interface ServiceProvider {
  entityId: string;
  acsUrl: string;
  /** PEM. The provider may encrypt assertions for it. */
  certificate: string;
}

/** The address to send a browser to, with a request (SAML 2.0 bindings §3.4). */
export async function requestUrl(
  { entityId, acsUrl }: ServiceProvider,
  to: { ssoUrl: string; id: string; relayState: string; now: number },
): Promise<string> {
  const instant = new Date(to.now).toISOString().replace(/\.\d+/, '');
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" ID="${escapeXml(to.id)}" Version="2.0" IssueInstant="${instant}"` +
    ` Destination="${escapeXml(to.ssoUrl)}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}" ProtocolBinding="${POST}">` +
    `<saml:Issuer xmlns:saml="${ASSERTION}">${escapeXml(entityId)}</saml:Issuer></samlp:AuthnRequest>`;
  const url = new URL(to.ssoUrl);
  url.searchParams.set('SAMLRequest', (await deflate(xml)).toString('base64'));
  url.searchParams.set('RelayState', to.relayState);
  return url.href;
}

/** The metadata of this service (SAML 2.0 metadata §2.4.4). */
export function serviceMetadata({ entityId, acsUrl, certificate }: ServiceProvider): string {
  const methods = ['aes256-gcm', 'aes128-gcm']
    .map((name) => `<EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#${name}"/>`)
    .concat('<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>')
    .join('');
  const key = `<ds:KeyInfo xmlns:ds="${SIGNATURE}"><ds:X509Data><ds:X509Certificate>${certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<EntityDescriptor xmlns="${METADATA}" entityID="${escapeXml(entityId)}">` +
    `<SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">` +
    `<KeyDescriptor use="encryption">${key}${methods}</KeyDescriptor>` +
    `<AssertionConsumerService index="0" isDefault="true" Binding="${POST}" Location="${escapeXml(acsUrl)}"/>` +
    `</SPSSODescriptor></EntityDescriptor>\n`
  );
}
