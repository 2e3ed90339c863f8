import { isPlainText, MAX_URL } from './text.ts';

/** Whether a text can name a resource: an absolute URI without a fragment (RFC 8707 §2), without credentials. */
export function isResource(text: string): boolean {
  if (text.length > MAX_URL || !isPlainText(text) || /[\s#]/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}
