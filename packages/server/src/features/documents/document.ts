/** A file of the documentation as the service serves it: with the addresses of this instance. */
export interface Document {
  path: string;
  text: string;
  /** The text in lower case, for searching. */
  lowerCase: string;
}
