import type { OrganizationsApi } from '@keyward/client/organizations';
import { type ReactNode, useEffect, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { dateOf } from '../lib/times.ts';
import { fingerprintOf } from './fingerprint.ts';
import { Octets } from './octets.tsx';

type Listed = NonNullable<Awaited<ReturnType<OrganizationsApi['connections']['list']>>['data']>;
export type Connection = Listed['connections'][number];

const KINDS = { oidc: 'OpenID Connect', saml: 'SAML' } as const;

/** Who provides it: its issuer, or its entity. Empty: a draft does not know it yet. */
export function addressOf({ oidc, saml }: Connection): string {
  return oidc?.issuer ?? saml?.idp_entity_id ?? '';
}

/**
 * What decides who signs in, and what a sign-in gives: an owner must know it before approving. Anybody can choose the
 * name of a SAML entity, so the address and the certificates are what counts. The service reads new certificates from
 * the metadata each day.
 */
export function ConnectionFacts({ connection }: { connection: Connection }): ReactNode {
  const { texts } = useKeyward();
  const { connections: words, organizations } = texts;
  const { kind, oidc, saml, signs_in_owners: owners, trust_factors: factors, mapping } = connection;
  const metadata = saml?.metadata_url ?? null;
  return (
    <span className="kw-lines kw-decides">
      <span>{[KINDS[kind], addressOf(connection)].filter((part) => part !== '').join(' · ')}</span>
      {oidc !== undefined && <span>{words.client(oidc.client_id)}</span>}
      {saml !== undefined && saml.idp_sso_url !== '' && <span>{words.signOn(saml.idp_sso_url)}</span>}
      {saml?.idp_certificates.map(({ certificate, expires_at: end }) => (
        <span key={certificate}>
          {words.certificate(dateOf(end, texts.locale))} <Fingerprint certificate={certificate} />
        </span>
      ))}
      {metadata !== null && <span className="kw-warn">{words.metadata(metadata)}</span>}
      {factors && <span>{words.factors}</span>}
      {Object.entries(mapping).map(([group, roles]) => (
        <span key={group}>{words.group(group, roles.map(organizations.roleName).join(', '))}</span>
      ))}
      {connection.still_required && <span className="kw-warn">{words.stillRequired}</span>}
      <span className={owners ? undefined : 'kw-warn'}>
        {owners ? words.withOwners : words.withoutOwners}
      </span>
    </span>
  );
}

function Fingerprint({ certificate }: { certificate: string }): ReactNode {
  const [fingerprint, setFingerprint] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    void fingerprintOf(certificate).then((read) => current && setFingerprint(read));
    return () => {
      current = false;
    };
  }, [certificate]);
  if (fingerprint === null) return null;
  return (
    <code>
      SHA-256 <Octets of={fingerprint} />
    </code>
  );
}
