/** The part of the package that the service uses. Its own types would bring those of browsers along. */

export interface Node {
  readonly nodeType: number;
  readonly parentNode: Node | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Node>;
}

export interface Attr {
  readonly name: string;
  readonly localName: string;
  readonly value: string;
}

export interface Element extends Node {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<Attr>;
  getAttribute(name: string): string;
  hasAttribute(name: string): boolean;
  getElementsByTagNameNS(namespace: string, localName: string): ArrayLike<Element>;
}

export interface Document extends Node {
  readonly documentElement: Element | null;
}

export class DOMParser {
  constructor(options?: { errorHandler?: (level: string, message: string) => void });
  parseFromString(text: string, type: string): Document;
}

export class XMLSerializer {
  serializeToString(node: Node): string;
}
