import { isIP } from 'node:net';
import { isLoopback, unbracket } from '../../../config/addresses.ts';

/** The service as the issuer of its tokens. */
export interface Issuer {
  /** The claim `iss`: the public address, without the prefix. */
  name(): string;
  /** Whether a token with this `iss` was made by this service, on any of its instances. */
  isOwn(iss: string): boolean;
}

/**
 * @param publicUrl read at each use: a service on a free port learns its address when it listens
 * @param given whether somebody has set the public address. Without that, each instance derives one from where it
 * listens, so instances that share tokens differ in it. Then the address of any machine counts, and only the name of
 * another service is foreign.
 */
export function createIssuer(publicUrl: () => string, given: boolean): Issuer {
  return {
    name: publicUrl,
    isOwn: (iss) => iss === publicUrl() || (!given && isDerived(iss, new URL(publicUrl()).hostname)),
  };
}

function isDerived(iss: string, ownHost: string): boolean {
  if (!URL.canParse(iss)) return false;
  const { protocol, hostname, origin } = new URL(iss);
  const isMachine = hostname === ownHost || isLoopback(hostname) || isIP(unbracket(hostname)) !== 0;
  return protocol === 'http:' && origin === iss && isMachine;
}
