const MAX_LENGTH = 2_048;

/**
 * The part of a request's address that is safe to store: without the query, which contains codes, tokens and other
 * secrets, and without the fragment, which browsers never send but other clients may.
 */
export function requestPath(url: string): string {
  const end = url.search(/[?#]/);
  return (end === -1 ? url : url.slice(0, end)).slice(0, MAX_LENGTH);
}
