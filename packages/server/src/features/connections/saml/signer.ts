import { createHash, verify } from 'node:crypto';
import { findAncestorNs, SignedXml } from 'xml-crypto';
import { SamlFault } from './fault.ts';
import { CANONICAL, HASHES } from './signatures.ts';
import { type Element, onlyChild, SIGNATURE, textOf, xmlOf } from './xml.ts';

/** Several times the size of three algorithms, a reference and its digest. */
const MAX_SIGNED_INFO = 4_096;
/** As node-saml. */
const MAX_TRANSFORMS = 2;

/**
 * Finds the certificate whose key has signed an element, whose signature has the right form. Anybody can send a message,
 * and to verify all of it takes long; so this compares the signature of the short `SignedInfo` first, and then its digest.
 * @throws SamlFault
 */
export function signerOf(signed: Element, certificates: readonly string[]): string {
  const signature = onlyChild(signed, SIGNATURE, 'Signature');
  const info = signature === null ? null : onlyChild(signature, SIGNATURE, 'SignedInfo');
  if (signature === null || info === null) throw new SamlFault('unsigned', 'its assertion is not signed');
  if (xmlOf(info).length > MAX_SIGNED_INFO) throw new SamlFault('structure', 'a signature is too long');
  const incomplete = () => new SamlFault('signature', 'its signature is not complete');
  const loaded = new SignedXml();
  try {
    loaded.loadSignature(signature);
  } catch {
    throw incomplete();
  }
  const [reference] = loaded.getReferences();
  const value = onlyChild(signature, SIGNATURE, 'SignatureValue');
  const hash = HASHES[loaded.signatureAlgorithm ?? ''];
  const digestHash = HASHES[reference?.digestAlgorithm ?? ''];
  if (reference === undefined || value === null || hash === undefined || digestHash === undefined)
    throw incomplete();
  const canonical = (element: Element, transforms: readonly string[], inclusive: string[] = []) =>
    loaded.getCanonXml(transforms, element, {
      ancestorNamespaces: findAncestorNs(element, '.'),
      inclusiveNamespacesPrefixList: inclusive,
    });

  const bytes = Buffer.from(canonical(info, [CANONICAL]));
  const given = Buffer.from(textOf(value), 'base64');
  const signer = certificates.find((certificate) => verify(hash, bytes, certificate, given));
  if (signer === undefined) throw new SamlFault('signature', 'no key of the provider has signed it');
  const { transforms, inclusiveNamespacesPrefixList, digestValue } = reference;
  if (transforms.length > MAX_TRANSFORMS) throw new SamlFault('structure', 'it has too many transforms');
  const digest = createHash(digestHash)
    .update(canonical(signed, transforms, inclusiveNamespacesPrefixList))
    .digest();
  if (!digest.equals(Buffer.from(String(digestValue), 'base64')))
    throw new SamlFault('signature', 'it was changed after it was signed');
  return signer;
}
