import type { Static } from 'typebox';
import { asKeywardError } from '../http/wire/error-response.ts';
import { accessToken, type Credentials } from '../http/wire/access.ts';
import { impersonatorOf, presentImpersonator } from '../features/audit/events/impersonator.ts';
import type { Services } from '../services/services.ts';
import { presentAccountOf, type AccountSchema } from '../features/audit/serializers/account.ts';
import {
  type ActiveOrganizationSchema,
  presentActiveOrganization,
} from '../features/audit/serializers/organization.ts';
import { presentSession, type SessionSchema } from '../features/audit/serializers/session.ts';

/** An account, in the form of `GET /me`. */
export type Account = Static<typeof AccountSchema>;
/** A session, in the form of `GET /session`. */
export type Session = Static<typeof SessionSchema>;

/** The active organization of a session, with the roles and permissions of its account there. */
export type ActiveOrganization = Static<typeof ActiveOrganizationSchema>;

/** The account and the session of a request. */
export interface Identity {
  account: Account;
  session: Session;
  /** The active organization; null: none, or organizations are off. */
  organization: ActiveOrganization | null;
  /** The superadmin who acts for the owner in this session; null: the owner. Refuse acts that only the owner may do. */
  impersonator: { id: number; uid: string; name: string } | null;
}

/** A request of Node, Express, Connect or Fastify, or of the Fetch standard. */
export type HostRequest = Request | { method?: string | undefined; headers: Credentials['headers'] };

/** The implementation of the public `authenticate`. */
export async function identify(request: HostRequest, services: Services): Promise<Identity | null> {
  try {
    const token = accessToken(credentialsOf(request), services, 'bearer');
    const { row } = await services.sessions.authenticate(token);
    const impersonator = impersonatorOf(row);
    const organization = await services.activeOrganization(row);
    return {
      account: presentAccountOf(row),
      session: presentSession(row),
      organization: organization ? presentActiveOrganization(organization) : null,
      impersonator: impersonator && presentImpersonator(impersonator),
    };
  } catch (thrown) {
    const error = asKeywardError(thrown);
    if (error.kind === 'TokenMissingError') return null;
    throw error;
  }
}

function credentialsOf({ method, headers }: HostRequest): Credentials {
  return {
    // An unknown method is assumed to write.
    method: method ?? 'POST',
    headers: headers instanceof Headers ? Object.fromEntries(headers) : headers,
  };
}
