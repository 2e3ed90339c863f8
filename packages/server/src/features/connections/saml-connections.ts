import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import { createFairTasks } from '../../lib/fair-tasks.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import { openSecret, readSaml } from './connection.ts';
import type { ConnectionPerson } from './person.ts';
import { readAssertion } from './saml/assertion.ts';
import { SamlFault } from './saml/fault.ts';
import { requestUrl, serviceMetadata, type ServiceProvider } from './saml/request.ts';
import { openResponse, verifyResponse } from './saml/response.ts';
import { UNWATCHED, type Watch } from './saml/watch.ts';
import { SAML_TEXTS } from './saml-limits.ts';
import { samlPerson } from './saml-person.ts';

/** The person in an answer. */
export interface AnsweredPerson {
  person: ConnectionPerson;
  assertionId: string;
  /** The time until which the answer could be replayed, in milliseconds since the epoch. */
  expiresAt: number;
}

/** SAML providers of organizations. Loaded at their first use. */
export interface SamlConnections {
  /**
   * The address to send the browser to.
   * @param requestId the answer must name it
   * @throws KeywardError `ProviderFailedError` for an address that is too long
   */
  requestUrl(row: ConnectionRow, requestId: string, relayState: string): Promise<string>;
  /** The metadata of this service for the provider of a connection, as XML. */
  metadata(row: ConnectionRow): string;
  /**
   * Verifies a response, and reads the person.
   * @param requestId null where the sign-in began at the provider
   * @throws SamlFault
   */
  read(
    row: ConnectionRow,
    encoded: string,
    requestId: string | null,
    how: { watch: Watch } | { isUsed: (assertionId: string) => Promise<boolean> },
  ): Promise<AnsweredPerson>;
}

/** @param addressOf the address of a route of SAML for a connection */
export function createSamlConnections(deps: {
  seal: Seal;
  addressOf: (uid: string, route: 'metadata' | 'acs') => string;
  clock: Clock;
}): SamlConnections {
  const { seal, addressOf, clock } = deps;

  /** One answer at a time, because the work for several would add up. Connections take turns. */
  const inTurn = createFairTasks();

  const serviceOf = (row: ConnectionRow): ServiceProvider => ({
    entityId: addressOf(row.uid, 'metadata'),
    acsUrl: addressOf(row.uid, 'acs'),
    certificate: readSaml(row).sp_certificate,
  });

  return {
    async requestUrl(row, id, relayState) {
      const { idp_sso_url: ssoUrl } = readSaml(row);
      // From metadata, before its values had limits.
      if (ssoUrl.length > SAML_TEXTS.idp_sso_url.maxLength) throw new KeywardError('ProviderFailedError');
      return requestUrl(serviceOf(row), { ssoUrl, id, relayState, now: clock.now() });
    },

    metadata: (row) => serviceMetadata(serviceOf(row)),

    async read(row, encoded, requestId, how) {
      const { idp_entity_id, idp_certificates, want_encrypted } = readSaml(row);
      const { entityId, acsUrl } = serviceOf(row);
      const watch = 'watch' in how ? how.watch : UNWATCHED;
      const opened = await inTurn(row.uid, async () => openResponse(encoded, openSecret(seal, row), watch));
      if (want_encrypted && !opened.wasEncrypted)
        throw new SamlFault('encryption', 'its assertion is not encrypted');
      const expected = {
        idpEntityId: idp_entity_id,
        spEntityId: entityId,
        acsUrl,
        requestId,
        now: clock.now(),
      };
      // Anybody can send a genuine answer again, and to verify it takes long: what it says may refuse it before.
      if ('isUsed' in how && (await how.isUsed(readAssertion(opened, expected).assertionId)))
        throw new SamlFault('replay', 'it was used before');
      const certificates = idp_certificates.map(({ certificate }) => certificate);
      const verified = await inTurn(row.uid, async () => verifyResponse(opened, certificates, watch));
      const read = readAssertion(verified, expected, watch);
      const { assertionId, expiresAt } = read;
      return { person: samlPerson(read, idp_entity_id), assertionId, expiresAt };
    },
  };
}
