const MAX_LENGTH = 2_048;

/**
 * What is kept of a request's address: without its query, which holds codes, tokens and what else is secret, and without
 * the fragment that no browser sends but anybody else may.
 */
export function requestPath(url: string): string {
  const end = url.search(/[?#]/);
  return (end === -1 ? url : url.slice(0, end)).slice(0, MAX_LENGTH);
}
