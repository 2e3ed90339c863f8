/** Whether this page can use passkeys. Browsers refuse them on IP addresses, and on plain http except on localhost. */
export const passkeysWork =
  window.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname) && 'PublicKeyCredential' in window;

/** The address of this page at localhost, where passkeys work; null if the service runs on another machine. */
export function addressAtLocalhost(): string | null {
  if (!/^127\.|^\[::1\]$/.test(location.hostname)) return null;
  const url = new URL(location.href);
  url.hostname = 'localhost';
  return url.href;
}
