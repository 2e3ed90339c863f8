import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { decryptAssertion } from './decrypt.ts';
import { SamlFault } from './fault.ts';
import { assertSignatures } from './signatures.ts';
import { signerOf } from './signer.ts';
import { UNWATCHED, type Watch } from './watch.ts';
import {
  ASSERTION,
  attribute,
  descendants,
  type Element,
  isNamed,
  onlyChild,
  parseXml,
  PROTOCOL,
  textOf,
  xmlOf,
} from './xml.ts';

/** A response, with its only assertion. */
export interface Response {
  assertion: Element;
  /** Fields of the response around the assertion. They are usually not signed, so they can only cause a refusal. */
  response: { issuer: string | null; destination: string | null; inResponseTo: string | null };
  wasEncrypted: boolean;
}

/** A response whose signature is not verified: anybody may have written it. */
export interface OpenedResponse extends Response {
  /** The document that the assertion is in. */
  message: string;
}

export const MAX_RESPONSE_BYTES = 256 * 1_024;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/**
 * Decodes a response (bindings §3.5), and finds its only assertion.
 * @param privateKey for encrypted assertions
 * @throws SamlFault
 */
export function openResponse(encoded: string, privateKey: string, watch: Watch = UNWATCHED): OpenedResponse {
  const text = decode(encoded);
  watch.received(text);
  const root = parseXml(text);
  if (!isNamed(root, PROTOCOL, 'Response') || attribute(root, 'Version') !== '2.0')
    throw new SamlFault('structure', 'it is not a SAML 2.0 response');
  const found = [...descendants(root, 'Assertion'), ...descendants(root, 'EncryptedAssertion')];
  const [carrier] = found;
  if (carrier === undefined) throw new SamlFault('status', `it has no assertion; ${statusOf(root)}`);
  if (found.length > 1) throw new SamlFault('structure', 'it has several assertions');
  if (carrier.parentNode !== root || carrier.namespaceURI !== ASSERTION)
    throw new SamlFault('structure', 'its assertion is in the wrong place');
  if (statusOf(root) !== SUCCESS) throw new SamlFault('status', statusOf(root));
  const wasEncrypted = carrier.localName === 'EncryptedAssertion';
  assertSignatures(root, wasEncrypted ? [root] : [root, carrier]);
  let [message, assertion] = [text, carrier];
  if (wasEncrypted) {
    assertion = decrypted(carrier, privateKey);
    message = `<samlp:Response xmlns:samlp="${PROTOCOL}">${xmlOf(assertion)}</samlp:Response>`;
    watch.received(message);
    watch.passed('encryption');
  }
  const issuer = onlyChild(root, ASSERTION, 'Issuer');
  const response = {
    issuer: issuer === null ? null : textOf(issuer),
    destination: attribute(root, 'Destination'),
    inResponseTo: attribute(root, 'InResponseTo'),
  };
  return { message, assertion, response, wasEncrypted };
}

/**
 * Verifies the signature of the assertion. A signature of the response does not replace it.
 * @param certificates the pinned ones of the provider
 * @returns the response with the assertion that was read from the verified bytes
 * @throws SamlFault
 */
export async function verifyResponse(
  { message, assertion, ...rest }: OpenedResponse,
  certificates: readonly string[],
  watch: Watch = UNWATCHED,
): Promise<Response> {
  const signed = await verified(message, signerOf(assertion, certificates));
  watch.passed('signature');
  return { assertion: signed, ...rest };
}

function decode(encoded: string): string {
  // Line breaks are common; any other character outside base64 suggests an attack.
  const base64 = encoded.replace(/[\r\n\t ]+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new SamlFault('encoding', 'it is not base64');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_RESPONSE_BYTES) throw new SamlFault('encoding', 'it is longer than 256 KiB');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlFault('encoding', 'it is not UTF-8');
  }
}

function statusOf(root: Element): string {
  const status = onlyChild(root, PROTOCOL, 'Status');
  const code = status === null ? null : onlyChild(status, PROTOCOL, 'StatusCode');
  return (code === null ? null : attribute(code, 'Value')) ?? 'it has no status';
}

/** The assertion in an encrypted one, which is a document of its own. */
function decrypted(carrier: Element, privateKey: string): Element {
  const root = parseXml(decryptAssertion(carrier, privateKey));
  const isOnly = isNamed(root, ASSERTION, 'Assertion') && descendants(root, 'Assertion').length === 1;
  if (!isOnly || descendants(root, 'EncryptedAssertion').length > 0)
    throw new SamlFault('structure', 'it is not exactly one assertion that was encrypted');
  assertSignatures(root, [root]);
  return root;
}

/** The assertion of a message, read from the bytes that the certificate has verified. */
async function verified(message: string, certificate: string): Promise<Element> {
  const verifier = new SAML({
    idpCert: certificate,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    // Times and audience are checked elsewhere, by the service's clock.
    acceptedClockSkewMs: -1,
    audience: false,
    issuer: 'keyward',
    callbackUrl: 'https://keyward.invalid',
  });
  const SAMLResponse = Buffer.from(message).toString('base64');
  const xml = await verifier
    .validatePostResponseAsync({ SAMLResponse })
    .then(({ profile }) => profile?.getAssertionXml?.())
    .catch((error: unknown) => {
      throw new SamlFault('signature', error instanceof Error ? error.message : 'it is not valid');
    });
  if (xml === undefined) throw new SamlFault('signature', 'nothing was verified');
  const assertion = parseXml(xml);
  if (!isNamed(assertion, ASSERTION, 'Assertion') || attribute(assertion, 'Version') !== '2.0')
    throw new SamlFault('structure', 'what was verified is not a SAML 2.0 assertion');
  if (descendants(assertion, 'Assertion').length + descendants(assertion, 'EncryptedAssertion').length > 1)
    throw new SamlFault('structure', 'the assertion contains another');
  return assertion;
}
