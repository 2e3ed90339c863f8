import { DOMParser, type Element, type Node, XMLSerializer } from '@xmldom/xmldom';
import { SamlFault } from './fault.ts';

export type { Element } from '@xmldom/xmldom';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

const ELEMENT = 1;
/**
 * To verify a signature takes 0.1 ms for each element, in which nobody else is served. Providers that declare two
 * namespaces and a type at each value need 510 attributes for 150 groups.
 */
const MAX_ELEMENTS = 750;
const MAX_ATTRIBUTES = 750;
const MAX_DEPTH = 32;
/**
 * Namespaces in use have some 50 characters. A canonical form writes one out at each element that uses it, wherever it was
 * declared.
 */
const MAX_NAMESPACE = 256;
const DECLARATION = /^\uFEFF?\s*<\?xml\s[^<>]*\?>/;
/** Each form matches in only one way, so that matching takes linear time. */
const TAG = /<[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>/g;
const VALUE = /"[^"]*"|'[^']*'/g;

/**
 * Parses a document without a document type, entities, comments, CDATA or processing instructions: no message needs
 * them, and forgeries exploit the differences between parsers.
 * @throws SamlFault
 */
export function parseXml(text: string): Element {
  const rest = text.replace(DECLARATION, '');
  if (rest.includes('<!') || rest.includes('<?'))
    throw new SamlFault('markup', 'it has a document type, a comment, CDATA or a processing instruction');
  assertSmall(rest);
  const parser = new DOMParser({
    // The parser repairs errors in a time that grows with the cube of the length, so anybody could stop the service.
    errorHandler: (_level, message) => {
      throw new Error(message);
    },
  });
  let root: Element | null = null;
  try {
    root = parser.parseFromString(rest.trim(), 'text/xml').documentElement;
  } catch {
    // Refused below.
  }
  if (root === null) throw malformed();
  for (const element of descendantsOf(root))
    for (const { name, value } of Array.from(element.attributes))
      if (name.startsWith('xmlns') && value.length > MAX_NAMESPACE)
        throw new SamlFault('markup', 'it has a namespace that is too long');
  return root;
}

const descendantsOf = (root: Element): Element[] => [
  root,
  ...Array.from(root.getElementsByTagNameNS('*', '*')),
];

/** Checked before parsing, because the parser's time grows with the depth. A namespace declaration counts as an attribute. */
function assertSmall(text: string): void {
  let [count, attributes, depth, tags] = [0, 0, 0, 0];
  for (const [tag] of text.matchAll(TAG)) {
    tags += 1;
    if (tag.startsWith('</')) depth -= 1;
    else {
      count += 1;
      attributes += tag.match(VALUE)?.length ?? 0;
      if (!tag.endsWith('/>')) depth += 1;
    }
    if (count > MAX_ELEMENTS || attributes > MAX_ATTRIBUTES || depth > MAX_DEPTH)
      throw new SamlFault('markup', 'it has too many elements or attributes');
  }
  if (depth !== 0 || tags !== text.split('<').length - 1) throw malformed();
}

function malformed(): SamlFault {
  return new SamlFault('markup', 'it is not well-formed XML');
}

export function xmlOf(element: Element): string {
  return new XMLSerializer().serializeToString(element);
}

/** The child elements. */
export function children(element: Node): Element[] {
  return Array.from(element.childNodes).filter(isElement);
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}

/** The child elements with a name. */
export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return children(element).filter((child) => isNamed(child, namespace, name));
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** The only child with a name; null if there is none. @throws SamlFault for several */
export function onlyChild(element: Element, namespace: string, name: string): Element | null {
  const [first = null, ...more] = childrenNamed(element, namespace, name);
  if (more.length > 0) throw new SamlFault('structure', `it has several elements ${name}`);
  return first;
}

/** An element and all its descendants with a name in any of these namespaces, or in any namespace. */
export function descendants(root: Element, name: string, namespace = '*'): Element[] {
  return [
    ...(root.localName === name && (namespace === '*' || root.namespaceURI === namespace) ? [root] : []),
    ...Array.from(root.getElementsByTagNameNS(namespace, name)),
  ];
}

/** The text of an element that contains only text. @throws SamlFault for other content */
export function textOf(element: Element): string {
  if (children(element).length > 0)
    throw new SamlFault('structure', `${element.localName} has elements in place of text`);
  return (element.textContent ?? '').trim();
}

/** The value of an attribute; null if it is missing. */
export function attribute(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#xA;');
}
