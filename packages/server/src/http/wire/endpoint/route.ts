import type { OrganizationPermission } from '../../../config/sections/organizations.ts';
import type { Scope } from '../../../features/audit/actors/scopes.ts';
import type { PortalSection } from '../../../features/organizations/portals.ts';
import type {
  AdminContext,
  Endpoint,
  OrganizationContext,
  ProviderContext,
  SignedInContext,
} from './endpoint.ts';
import type { ActLimit, Limits } from './limits.ts';

type Write = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Method = 'GET' | Write;

/**
 * Whether a session must be recent (see `Recent`): `always` is checked before the body is read. With `by act`,
 * the body or the account decides, so the feature checks it under the lock.
 */
export type StepUp = 'always' | 'by act' | 'never';

/** Reads need no step-up; a write does not compile without a decision. */
type Stepped = { method: 'GET' } | { method: Write; stepUp: StepUp };

/**
 * Whether a superadmin who acts for the owner may use a route; no route of a session compiles without a decision.
 * Credentials, consents, exports and deletions are only for the owner.
 */
export type Impersonated = 'allowed' | 'refused';

/**
 * Whether a route of one's own account serves a session for which only the connection of an organization speaks (see
 * `isVouched`): the administrators there must not end or change what the owner has made. With `by act`, the feature decides.
 */
export type Vouched = 'allowed' | 'refused' | 'by act';

/** A recent session has a proof of its owner, so `always` refuses such a session too. */
type OwnStepped =
  | { method: 'GET' }
  | { method: Write; stepUp: 'always' }
  | { method: Write; stepUp: 'by act' | 'never'; vouched: Vouched };

/** A route for anybody, or for any account, does not compile without limits, because even a read may write. */
type Limited = { method: 'GET'; act?: undefined } | ({ method: Method } & Limits);

/**
 * A row of a routes table. The access is declared here and nowhere else, and the types check it against the endpoint:
 * an endpoint that needs a caller cannot be registered as public. `scope` is what a key needs; null: no key is
 * accepted.
 */
export type Route = { path: string } & (
  | (Limited & { access: 'public'; endpoint: Endpoint })
  // The mails contain codes that open accounts.
  | { method: Method; access: 'mailbox'; stepUp: 'always'; endpoint: Endpoint }
  | (Limited &
      OwnStepped & { access: 'bearer'; impersonated: Impersonated; endpoint: Endpoint<SignedInContext> })
  /**
   * `permission` is what a member needs in the organization, checked where it is locked; `member`: the membership is
   * enough; `account`: the route does not concern an organization yet. Superadmins, and keys with the scope, need no
   * permission.
   */
  | (Limited &
      Stepped & {
        access: 'organization';
        permission: OrganizationPermission | 'member' | 'account';
        scope: Scope | null;
        impersonated: Impersonated;
        /** Also a route of the portal, for links with one of these sections: see `http/portal/routes.ts`. */
        portal?: readonly PortalSection[];
        endpoint: Endpoint<OrganizationContext>;
      })
  /** For the holder of a link to the portal with one of these sections. */
  | (Limited & {
      access: 'portal';
      sections: readonly PortalSection[];
      endpoint: Endpoint<OrganizationContext>;
    })
  /** The provider of a connection, authenticated with a token of the connection. Its changes are counted. */
  | { method: Method; access: 'connection'; endpoint: Endpoint<ProviderContext> }
  | (Stepped & {
      access: 'superadmin' | 'superadmin-or-cookie';
      scope: Scope | null;
      endpoint: Endpoint<AdminContext>;
    })
);

export function stepUpOf(route: Route): StepUp {
  return 'stepUp' in route ? route.stepUp : 'never';
}

/** Whether a route refuses a superadmin who acts for the owner of an account. */
export function isForOwner(route: Route): boolean {
  return 'impersonated' in route && route.impersonated === 'refused';
}

/** What a route of one's own account does for a session for which only a connection speaks. */
export function vouchedOf(route: Route): Vouched {
  if (route.access !== 'bearer' || route.method === 'GET') return 'allowed';
  return 'vouched' in route ? route.vouched : 'refused';
}

/** Whether a route needs a permission in its organization, and so more than the membership. */
export function hasPermission(route: Route): boolean {
  return route.access === 'organization' && route.permission !== 'member' && route.permission !== 'account';
}

/** Null for a route that only reads, and for routes of administrators, who are trusted. */
export function limitsOf(route: Route): Limits | null {
  return 'act' in route && route.act !== undefined ? route : null;
}

/** The kind of limit that is checked before the route runs; null for none. */
export function limitOf(route: Route): ActLimit | null {
  const act = limitsOf(route)?.act;
  return act !== undefined && 'limit' in act ? act.limit : null;
}
