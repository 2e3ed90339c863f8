import { DOMParser, type Element, type Node, XMLSerializer } from '@xmldom/xmldom';
import { SamlFault } from './fault.ts';

export type { Element } from '@xmldom/xmldom';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

const ELEMENT = 1;
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 50;
const DECLARATION = /^\uFEFF?\s*<\?xml\s[^<>]*\?>/;

/**
 * Parses a document without a document type, entities, comments, CDATA and processing instructions: no message needs
 * them, and forgeries live from how differently parsers read them.
 * @throws SamlFault
 */
export function parseXml(text: string): Element {
  const rest = text.replace(DECLARATION, '');
  if (rest.includes('<!') || rest.includes('<?'))
    throw new SamlFault('markup', 'it has a document type, a comment, CDATA or a processing instruction');
  let problem: string | undefined;
  const parser = new DOMParser({
    errorHandler: (_level, message) => {
      problem ??= message;
    },
  });
  let root: Element | null = null;
  try {
    root = parser.parseFromString(rest.trim(), 'text/xml').documentElement;
  } catch (error) {
    problem ??= String(error);
  }
  if (root === null || problem !== undefined) throw new SamlFault('markup', 'it is not well-formed XML');
  assertSmall(root);
  return root;
}

function assertSmall(root: Element): void {
  let count = 0;
  const pending: [Element, number][] = [[root, 1]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [element, depth] = next;
    count += 1;
    if (count > MAX_ELEMENTS || depth > MAX_DEPTH) throw new SamlFault('markup', 'it has too many elements');
    for (const child of children(element)) pending.push([child, depth + 1]);
  }
}

export function xmlOf(element: Element): string {
  return new XMLSerializer().serializeToString(element);
}

/** The elements in an element. */
export function children(element: Node): Element[] {
  return Array.from(element.childNodes).filter(isElement);
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}

/** The children of one name. */
export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return children(element).filter((child) => isNamed(child, namespace, name));
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** The only child of one name; null without one. @throws SamlFault for several */
export function onlyChild(element: Element, namespace: string, name: string): Element | null {
  const [first = null, ...more] = childrenNamed(element, namespace, name);
  if (more.length > 0) throw new SamlFault('structure', `it has several elements ${name}`);
  return first;
}

/** An element and all below it of any of these namespaces, or of any namespace. */
export function descendants(root: Element, name: string, namespace = '*'): Element[] {
  return [
    ...(root.localName === name && (namespace === '*' || root.namespaceURI === namespace) ? [root] : []),
    ...Array.from(root.getElementsByTagNameNS(namespace, name)),
  ];
}

/** The text of an element that has nothing but text. @throws SamlFault for other content */
export function textOf(element: Element): string {
  if (children(element).length > 0)
    throw new SamlFault('structure', `${element.localName} has elements in place of text`);
  return (element.textContent ?? '').trim();
}

/** An attribute; null without it. */
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
