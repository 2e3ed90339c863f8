import { createHash, randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import { type Clock, timestamp } from '../../lib/clock.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { OrganizationRow, PortalRow } from '../../store/engine/schema.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { type Access, type Asker, creatorOf, mayStillGive } from './access.ts';
import { limitReached } from './memberships.ts';
import type { Settings } from '../settings/settings.ts';
import { readNames, rolesOf } from './roles.ts';

/** The sections that a portal can open. */
export const PORTAL_SECTIONS = ['domains', 'connections', 'scim'] as const;
export type PortalSection = (typeof PORTAL_SECTIONS)[number];

/** The maximum number of valid portals of an organization. */
export const MAX_PORTALS = 20;

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

/** A portal whose token came with a request. */
export interface OpenPortal {
  row: PortalRow;
  sections: readonly string[];
  organization: OrganizationRow;
}

/**
 * Links for the administrators of customers, who need no account for them. Anybody who holds a link can use its
 * sections, in its organization, until it expires.
 */
export interface Portals {
  /**
   * @returns the address, which contains the only copy of the token
   * @throws KeywardError as {@link Access}, `OrganizationLimitError`
   */
  create(
    asker: Asker,
    name: string,
    fields: { sections: readonly PortalSection[]; days: number },
  ): Promise<{ row: PortalRow; url: string }>;
  /** @throws KeywardError as {@link Access}, `PortalInvalidError` if there is no such portal */
  end(asker: Asker, name: string, uid: string): Promise<void>;
  /** Ends all. @throws KeywardError as {@link Access} */
  endAll(asker: Asker, name: string): Promise<void>;
  /** @throws KeywardError `PortalInvalidError`, `OrganizationSuspendedError` */
  open(token: string): Promise<OpenPortal>;
}

export function createPortals(deps: {
  store: Store;
  access: Access;
  settings: Settings;
  /** The address of the pages for end users. */
  pagesUrl: () => string;
  clock: Clock;
}): Portals {
  const { store, access, settings, pagesUrl, clock } = deps;

  async function tell(
    tables: Transaction,
    type: 'portal.created' | 'portal.ended',
    { by }: Asker,
    organization: OrganizationRow,
    portal: PortalRow,
  ): Promise<void> {
    const data = {
      organization: presentEventOrganization(organization),
      portal: {
        id: portal.uid,
        sections: readNames(portal.sections),
        expires_at: timestamp(portal.expires_at),
      },
    };
    await tables.events.add([newEvent(type, data, { by, at: clock.now() })]);
  }

  const live = async ({ portals }: Pick<Transaction, 'portals'>, organizationId: number) =>
    (await portals.of(organizationId)).filter((portal) => portal.expires_at > clock.now());

  return {
    create: (asker, name, { sections, days }) =>
      access.act(asker, name, async (tables, { row: organization }) => {
        if ((await live(tables, organization.id)).length >= MAX_PORTALS)
          throw limitReached(`The organization has ${MAX_PORTALS} portals, its limit.`, MAX_PORTALS);
        const token = `kw_portal_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
        const now = clock.now();
        const { account, key } = creatorOf(asker);
        const row = await tables.portals.insert({
          uid: `por_${randomBytes(17).toString('base64url').slice(0, 22)}`,
          organization_id: organization.id,
          token_hash: hashOf(token),
          sections: JSON.stringify(sections),
          created_by: account,
          created_key: key,
          created_at: now,
          expires_at: now + days * DAY_MS,
        });
        await tell(tables, 'portal.created', asker, organization, row);
        return { row, url: `${pagesUrl()}/portal#${token}` };
      }),

    end: (asker, name, uid) =>
      access.act(
        asker,
        name,
        async (tables, { row: organization }) => {
          const row = (await live(tables, organization.id)).find((portal) => portal.uid === uid);
          if (row === undefined) throw new KeywardError('PortalInvalidError');
          await tables.portals.delete(row.id);
          await tell(tables, 'portal.ended', asker, organization, row);
        },
        { ends: true },
      ),

    endAll: (asker, name) =>
      access.act(
        asker,
        name,
        async (tables, { row: organization }) => {
          for (const row of await live(tables, organization.id)) {
            await tables.portals.delete(row.id);
            await tell(tables, 'portal.ended', asker, organization, row);
          }
        },
        { ends: true },
      ),

    async open(token) {
      const row = await store.portals.byToken(hashOf(token));
      const organization = row === null ? null : await store.organizations.find(row.organization_id);
      const isOver = row === null || row.expires_at <= clock.now();
      if (isOver || organization === null || organization.status === 'deleted')
        throw new KeywardError('PortalInvalidError');
      if (organization.status === 'suspended') throw new KeywardError('OrganizationSuspendedError');
      const own = await store.organizationRoles.of(organization.id);
      if (!(await mayStillGive(store, row, rolesOf(settings.current.organizations, own))))
        throw new KeywardError('PortalInvalidError');
      return { row, sections: readNames(row.sections), organization };
    },
  };
}

/**
 * A link must open at least one of some sections.
 * @throws KeywardError `PermissionMissingError`
 */
export function assertOpens(opened: readonly string[], sections: readonly PortalSection[]): void {
  if (sections.some((section) => opened.includes(section))) return;
  throw new KeywardError('PermissionMissingError', {
    message: `This link lacks the section ${sections.join(' or ')}.`,
    details: { sections },
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
