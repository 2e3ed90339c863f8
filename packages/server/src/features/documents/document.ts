/** A file of the documentation as it is served: with the addresses of this instance. */
export interface Document {
  path: string;
  text: string;
  /** The same for searching. */
  lowerCase: string;
}
