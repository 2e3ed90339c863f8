/** A file of the documentation as the service serves it: with the addresses of this instance. */
export interface Document {
  path: string;
  text: string;
  /**
   * The text with the default addresses. Anchors, for example, are made from it, because they must be the same on all
   * instances.
   */
  written: string;
}

/** A group of pages, in reading order. */
export interface Chapter {
  title: string;
  pages: PageEntry[];
}

export interface PageEntry {
  path: string;
  title: string;
  /** A few words; may be empty. */
  summary: string;
}
