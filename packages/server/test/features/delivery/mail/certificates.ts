import tls from 'node:tls';
import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

/** A self-signed certificate for a host name or IP address. */
export async function makeCertificate(name: { host: string } | { ip: string }): Promise<Certificate> {
  const altName = 'host' in name ? { type: 2 as const, value: name.host } : { type: 7 as const, ip: name.ip };
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [altName] },
    ],
  });
  return { key, cert };
}

/** Makes this process trust a certificate until what it returns is disposed of. */
export function trust({ cert }: Certificate): Disposable {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert]);
  return { [Symbol.dispose]: () => tls.setDefaultCACertificates(before) };
}
