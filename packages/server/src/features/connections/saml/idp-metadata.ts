import { SamlFault } from './fault.ts';
import {
  attribute,
  childrenNamed,
  descendants,
  type Element,
  METADATA,
  parseXml,
  SIGNATURE,
  textOf,
} from './xml.ts';

/** The content of a provider's metadata. */
export interface IdpMetadata {
  entityId: string;
  ssoUrl: string;
  /** PEM, in the order of the metadata. */
  certificates: string[];
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata of one provider (SAML 2.0 metadata §2.4.3). @throws SamlFault */
export function readIdpMetadata(text: string): IdpMetadata {
  // Otherwise the search for the end of each comment would read the whole rest.
  if (text.lastIndexOf('<!--') > text.lastIndexOf('-->'))
    throw new SamlFault('markup', 'it is not well-formed XML');
  // Entra ID and others begin with a comment; the signature of metadata is not checked, so a comment cannot change what
  // is verified.
  const root = parseXml(text.replaceAll(/<!--[\s\S]*?-->/g, ''));
  const [entity, ...others] = descendants(root, 'EntityDescriptor', METADATA).filter(
    (one) => childrenNamed(one, METADATA, 'IDPSSODescriptor').length > 0,
  );
  if (entity === undefined || others.length > 0)
    throw new SamlFault('metadata', 'must describe exactly one identity provider');
  const [descriptor] = childrenNamed(entity, METADATA, 'IDPSSODescriptor');
  const entityId = attribute(entity, 'entityID');
  const service = childrenNamed(descriptor ?? entity, METADATA, 'SingleSignOnService').find(
    (one) => attribute(one, 'Binding') === REDIRECT,
  );
  const ssoUrl = service === undefined ? null : (attribute(service, 'Location')?.trim() ?? null);
  const certificates = childrenNamed(descriptor ?? entity, METADATA, 'KeyDescriptor')
    .filter((one) => (attribute(one, 'use') ?? 'signing') === 'signing')
    .flatMap((one) => descendants(one, 'X509Certificate', SIGNATURE))
    .map(pemOf);
  if (entityId === null || ssoUrl === null || certificates.length === 0)
    throw new SamlFault(
      'metadata',
      'must name the entity, a sign-on address for redirects, and a certificate',
    );
  return { entityId, ssoUrl, certificates: [...new Set(certificates)] };
}

function pemOf(element: Element): string {
  return asPem(textOf(element));
}

/** A base64 certificate, with or without its header and footer, as PEM. */
export function asPem(certificate: string): string {
  const base64 = certificate.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
