/** The SHA-256 fingerprint of a certificate in PEM, as providers show it; null where the browser has no digests: over plain HTTP. */
export async function fingerprintOf(pem: string): Promise<string | null> {
  if (!isSecureContext) return null;
  const der = Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (byte) => byte.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', der));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
}
