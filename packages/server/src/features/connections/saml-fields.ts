import { invalidFields, KeywardError } from '../../errors.ts';
import type { CustomFetch } from 'openid-client';
import { isForbidden } from '../delivery/webhooks/networks.ts';
import { KEPT } from '../settings/kinds/section-kind.ts';
import { readSaml, type SamlConfig, type SamlEdit } from './connection.ts';
import { privateAddress } from './issuers.ts';
import type { Merge } from './kinds.ts';
import { SamlFault } from './saml/fault.ts';
import { readIdpMetadata } from './saml/idp-metadata.ts';
import { type PinnedCertificate, readCertificate, type ServiceKey } from './saml/key.ts';
import { assertSamlTexts, MAX_CERTIFICATES } from './saml-limits.ts';

const FETCH_MS = 8_000;

/**
 * Reads the fields of a SAML connection, and its metadata. If only the address of the metadata is given, it is fetched
 * now.
 * @param newKey makes the key of a new connection; null: it has one
 * @param assertAddress throws for an address to which browsers must not be sent
 * @throws KeywardError `ValidationError`, `ProviderFailedError` if the address of the metadata does not answer
 */
export async function prepareSaml(
  fields: SamlEdit,
  {
    newKey,
    fetch,
    assertAddress,
    now,
  }: {
    newKey: (() => Promise<ServiceKey>) | null;
    fetch: CustomFetch;
    assertAddress: (path: string, address: string) => void;
    now: number;
  },
): Promise<Merge> {
  const { metadata: _text, ...chosen } = fields;
  const given = { ...(await fromMetadata(fields, fetch, now)), ...chosen };
  if (given.idp_sso_url !== undefined) assertAddress('saml.idp_sso_url', given.idp_sso_url);
  assertSamlTexts(given);
  const certificates = given.idp_certificates?.map((text, index) =>
    faultAt(`saml.idp_certificates.${index}`, () => readCertificate(text)),
  );
  const key = (await newKey?.()) ?? null;
  return (before) => {
    const was: Partial<SamlConfig> = before === null ? {} : readSaml(before);
    const { idp_certificates: _certificates, ...rest } = given;
    const config: Partial<SamlConfig> & Pick<SamlConfig, 'idp_certificates'> = {
      idp_entity_id: '',
      idp_sso_url: '',
      idp_certificates: [],
      metadata_url: null,
      allow_idp_initiated: false,
      want_encrypted: false,
      ...was,
      ...(key !== null && { sp_certificate: key.certificate }),
      ...rest,
      ...(certificates !== undefined && { idp_certificates: certificates }),
    };
    // The certificates of the earlier provider must not be trusted for another one.
    if (
      (was.idp_entity_id ?? '') !== '' &&
      config.idp_entity_id !== was.idp_entity_id &&
      certificates === undefined
    )
      throw invalidFields({
        path: 'saml.idp_certificates',
        message: 'is needed again, because the provider changes',
      });
    return {
      config,
      secret: key?.privateKey,
      certificateEndsAt: lastEnd(config.idp_certificates),
      metadataUrl: config.metadata_url ?? null,
    };
  };
}

async function fromMetadata(
  { metadata, metadata_url: address }: SamlEdit,
  fetch: CustomFetch,
  now: number,
): Promise<Pick<SamlEdit, 'idp_entity_id' | 'idp_sso_url' | 'idp_certificates'>> {
  const fetched =
    metadata === undefined && typeof address === 'string' ? await fetchText(address, fetch) : undefined;
  const text = metadata ?? fetched;
  if (text === undefined || text === KEPT) return {};
  const path = metadata === undefined ? 'saml.metadata_url' : 'saml.metadata';
  const read = faultAt(path, () => readIdpMetadata(text));
  const certificates = read.certificates.map((one) => faultAt(path, () => readCertificate(one)));
  const live = certificates
    .filter(({ endsAt }) => endsAt > now)
    .sort((one, other) => other.endsAt - one.endsAt);
  return {
    idp_entity_id: read.entityId,
    idp_sso_url: read.ssoUrl,
    idp_certificates: (live.length > 0 ? live : certificates)
      .slice(0, MAX_CERTIFICATES)
      .map(({ certificate }) => certificate),
  };
}

async function fetchText(address: string, fetch: CustomFetch): Promise<string> {
  try {
    const answer = await fetch(address, {
      method: 'GET',
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      body: undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_MS),
    });
    if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
    return await answer.text();
  } catch (cause) {
    if (isForbidden(cause)) throw privateAddress('saml.metadata_url');
    throw new KeywardError('ProviderFailedError', {
      message:
        'The address of the metadata does not answer correctly, or is not public; check it, or send the metadata itself. To allow a private network, name it in KEYWARD_CONNECTION_NETWORKS.',
      cause,
    });
  }
}

/** Turns an error in a field into a refusal that names the field. */
function faultAt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SamlFault) throw invalidFields({ path, message: error.message });
    throw error;
  }
}

/** When the last certificate expires; null if there is none. */
function lastEnd(certificates: readonly PinnedCertificate[]): number | null {
  if (certificates.length === 0) return null;
  return Math.max(...certificates.map(({ endsAt }) => endsAt));
}
