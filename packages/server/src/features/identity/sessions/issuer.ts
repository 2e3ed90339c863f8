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
 * @param given whether the public address is set. Otherwise each instance derives one from its listening address, so
 * instances that share tokens differ: the address of any machine is accepted, and the name of another service refused.
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
