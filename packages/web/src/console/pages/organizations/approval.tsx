import { fingerprintOf } from '@keyward/react/parts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Connection } from './connection-draft.ts';

/** Asks before owners can sign in with a connection. It shows what decides who signs in. */
export function Approval({
  connection: { name, oidc, saml },
  onConfirm,
  onClose,
}: {
  connection: Connection;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTexts().organizations.connections;
  const certificates = saml?.idp_certificates.map(({ certificate }) => certificate) ?? [];
  const { data: fingerprints = [] } = useQuery({
    queryKey: ['fingerprints', ...certificates],
    queryFn: () => Promise.all(certificates.map(fingerprintOf)),
  });
  return (
    <Confirm
      title={t.approveTitle(name)}
      button={t.approve}
      danger={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        {t[saml === undefined ? 'approveIssuer' : 'approveCertificates']}
        <Facts
          entries={[
            [t.fields.issuer, oidc?.issuer],
            [t.fields.client_id, oidc?.client_id],
            [t.signOnAddress, saml?.idp_sso_url],
            ...fingerprints.map(
              (one) => [t.certificate, one === null ? undefined : <code key={one}>{one}</code>] as const,
            ),
          ]}
        />
      </Stack>
    </Confirm>
  );
}
