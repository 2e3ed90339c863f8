import { fingerprintOf, Octets } from '@keyward/react/parts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import { type Connection, mappingText } from './connection-draft.ts';

export interface ApprovalProps {
  connection: Connection;
  /** Turning on approves it too. */
  act: 'approve' | 'turnOn';
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before owners can sign in with a connection. It shows what decides who signs in. */
export function Approval({ connection, act, onConfirm, onClose }: ApprovalProps) {
  const t = useTexts().organizations.connections;
  return (
    <Confirm
      title={t[`${act}Title`](connection.name)}
      button={t[act]}
      danger={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Deciding connection={connection} />
    </Confirm>
  );
}

/** What decides who signs in with a connection, and what a sign-in gives. */
export function Deciding({ connection: { oidc, saml, trust_factors, mapping } }: { connection: Connection }) {
  const t = useTexts().organizations.connections;
  const { yes } = useTexts().ui;
  const metadata = saml?.metadata_url ?? undefined;
  const certificates = saml?.idp_certificates.map(({ certificate }) => certificate) ?? [];
  const { data: fingerprints = [] } = useQuery({
    queryKey: ['fingerprints', ...certificates],
    queryFn: () => Promise.all(certificates.map(fingerprintOf)),
  });
  const roles = mappingText(mapping).split('\n');
  return (
    <Stack gap="sm">
      {t[saml === undefined ? 'approveIssuer' : 'approveCertificates']}
      <Facts
        entries={[
          [t.fields.issuer, oidc?.issuer],
          [t.fields.client_id, oidc?.client_id],
          [t.signOnAddress, saml?.idp_sso_url],
          ...fingerprints.map(
            (one) =>
              [
                t.certificate,
                one === null ? undefined : (
                  <code key={one}>
                    <Octets of={one} />
                  </code>
                ),
              ] as const,
          ),
          [t.fields.metadata, metadata],
          [t.fields.allow_idp_initiated, saml?.allow_idp_initiated === true ? yes : undefined],
          [t.fields.trust_factors, trust_factors ? yes : undefined],
          [t.fields.mapping, roles[0] === '' ? undefined : roles.map((one) => <div key={one}>{one}</div>)],
        ]}
      />
      {metadata !== undefined && <span>{t.replacesCertificates}</span>}
    </Stack>
  );
}
