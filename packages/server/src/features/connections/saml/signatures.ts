import { SamlFault } from './fault.ts';
import { attribute, childrenNamed, descendants, type Element, onlyChild, SIGNATURE } from './xml.ts';

export const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const DIGEST = 'http://www.w3.org/2001/04/xmlenc#';

/** The hash of each algorithm: SHA-256 and stronger. The message cannot choose other algorithms. */
export const HASHES: Readonly<Record<string, string>> = {
  [`${MORE}rsa-sha256`]: 'sha256',
  [`${MORE}rsa-sha512`]: 'sha512',
  [`${DIGEST}sha256`]: 'sha256',
  [`${DIGEST}sha512`]: 'sha512',
};

/** In the form that SAML signatures use. */
const ALLOWED: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set([`${MORE}rsa-sha256`, `${MORE}rsa-sha512`]),
  DigestMethod: new Set([`${DIGEST}sha256`, `${DIGEST}sha512`]),
  CanonicalizationMethod: new Set([CANONICAL]),
  Transform: new Set([CANONICAL, `${SIGNATURE}enveloped-signature`]),
};

/**
 * Checks all signatures of a message before any is verified: each signs exactly the element that contains it, with an
 * allowed algorithm, and no identifier occurs twice.
 * @param signable the elements that may be signed
 * @throws SamlFault
 */
export function assertSignatures(root: Element, signable: readonly Element[]): void {
  const ids = new Set<string>();
  for (const element of descendants(root, '*'))
    for (const { localName, value } of Array.from(element.attributes)) {
      if (localName.toLowerCase() !== 'id') continue;
      if (ids.has(value)) throw new SamlFault('structure', `the identifier ${value} occurs twice`);
      ids.add(value);
    }
  for (const signature of descendants(root, 'Signature')) assertSignature(signature, signable);
}

function assertSignature(signature: Element, signable: readonly Element[]): void {
  const signed = signable.find((element) => element === signature.parentNode);
  if (signature.namespaceURI !== SIGNATURE || signed === undefined)
    throw new SamlFault('structure', 'a signature is in the wrong place');
  if (childrenNamed(signed, SIGNATURE, 'Signature').length > 1)
    throw new SamlFault('structure', 'an element has several signatures');
  if (descendants(signature, 'Object').length > 0)
    throw new SamlFault('structure', 'a signature contains an object');
  const info = onlyChild(signature, SIGNATURE, 'SignedInfo');
  const reference = info === null ? null : onlyChild(info, SIGNATURE, 'Reference');
  const id = attribute(signed, 'ID');
  if (reference === null || id === null || id === '' || attribute(reference, 'URI') !== `#${id}`)
    throw new SamlFault('structure', 'a signature does not sign the element that it stands in');
  for (const [name, allowed] of Object.entries(ALLOWED))
    for (const element of descendants(signature, name))
      if (!allowed.has(attribute(element, 'Algorithm') ?? ''))
        throw new SamlFault('algorithm', `${name} is ${attribute(element, 'Algorithm') ?? 'missing'}`);
}
