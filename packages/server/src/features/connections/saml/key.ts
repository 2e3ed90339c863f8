import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { isWithinRsaLimits, RSA_LIMITS } from '../../../lib/rsa-limits.ts';
import { SamlFault } from './fault.ts';
import { asPem } from './idp-metadata.ts';

const YEARS = 20;
const MIN_BITS = 2_048;

/** A key for encrypted assertions, with the certificate that the metadata contains. Both are PEM. */
export interface ServiceKey {
  privateKey: string;
  certificate: string;
}

export async function newServiceKey(now: number): Promise<ServiceKey> {
  const notAfterDate = new Date(now);
  notAfterDate.setUTCFullYear(notAfterDate.getUTCFullYear() + YEARS);
  const made = await generate([{ name: 'commonName', value: 'Keyward' }], {
    keySize: MIN_BITS,
    algorithm: 'sha256',
    notBeforeDate: new Date(now),
    notAfterDate,
  });
  return { privateKey: made.private, certificate: made.cert };
}

/** A certificate of a provider. */
export interface PinnedCertificate {
  /** PEM. */
  certificate: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** @throws SamlFault for anything but a certificate of an RSA key of 2048 to 4096 bits */
export function readCertificate(text: string): PinnedCertificate {
  const certificate = asPem(text);
  let read: X509Certificate;
  try {
    read = new X509Certificate(certificate);
  } catch {
    throw new SamlFault('certificate', 'is not an X.509 certificate');
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read.publicKey;
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < MIN_BITS)
    throw new SamlFault('certificate', `must have an RSA key of ${MIN_BITS} bits or more`);
  if (!isWithinRsaLimits(read.publicKey)) throw new SamlFault('certificate', RSA_LIMITS);
  return { certificate, endsAt: Date.parse(read.validTo) };
}
