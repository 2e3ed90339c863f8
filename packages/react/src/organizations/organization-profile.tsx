import type { OrganizationRole, OwnOrganization } from '@keyward/client';
import { organizationsOf } from '@keyward/client/organizations';
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { type Failure, WayOnContext, Whole } from '../account/card.tsx';
import { Guarded } from '../account/reauthentication.tsx';
import { useKeyward } from '../context/context.tsx';
import { useLoaded } from '../context/use-loaded.ts';
import { Notice } from '../parts/notice.tsx';
import { PageLink, Panel } from '../parts/panel.tsx';
import { Avatar } from '../parts/avatar.tsx';
import type { OnLeave } from '../sign-in/provider-buttons.tsx';
import { loadOwn } from './own-organization.ts';
import { type Shown, ShownContext, useShown } from './profile-context.ts';
import { Tabs } from './tabs.tsx';
import { activeOf, useOrganization } from './use-organization.ts';
import { mineOf } from './use-organizations.ts';
import { WayOn } from './way-on.tsx';

/**
 * The parts, with the permission that a member needs to see each; null: every member. Each is loaded when it is opened,
 * because together they are larger than the rest of the page.
 */
const PARTS = {
  members: { needs: 'org:members:read', load: async () => (await import('./members.tsx')).Members },
  invitations: {
    needs: 'org:invitations:write',
    load: async () => (await import('./invitations.tsx')).Invitations,
  },
  roles: { needs: null, load: async () => (await import('./roles.tsx')).Roles },
  domains: { needs: null, load: async () => (await import('./domains.tsx')).Domains },
  connections: {
    needs: 'org:connections:write',
    load: async () => (await import('./connections.tsx')).Connections,
  },
  activity: { needs: 'org:audit:read', load: async () => (await import('./activity.tsx')).Activity },
  settings: { needs: null, load: async () => (await import('./settings.tsx')).OrganizationSettings },
} as const satisfies Record<string, { needs: string | null; load: () => Promise<PartView> }>;

type PartView = ComponentType<{ onLeft: (() => void) | undefined }>;

export type OrganizationPart = keyof typeof PARTS;

export interface OrganizationProfileProps {
  /** Its id or slug. Default: the active one */
  organization?: string;
  /** The part that is open. Default: the first one that the person may see */
  part?: string | null;
  /** Called when the person opens another part. If left out, the component remembers the part itself. */
  onPart?: (part: OrganizationPart) => void;
  /** Called before a part is shown, which waits for it: for texts that only this part needs. */
  beforePart?: (part: OrganizationPart) => Promise<void>;
  /** Called with the current slug, if the organization was found by another one, or if the slug changes. */
  onSlug?: (slug: string) => void;
  /** Called before the browser leaves for a provider: it comes back to another page. */
  onLeave?: OnLeave;
  /** Called when the person has left or deleted the organization. */
  onLeft?: () => void;
}

/** For `/organization/{slug}`: the members, invitations, roles, domains, single sign-on, activity and settings of an organization. */
export function OrganizationProfile({ organization, ...props }: OrganizationProfileProps): ReactNode {
  const { texts, session } = useKeyward();
  const { organization: active, status } = useOrganization();
  const name = organization ?? active?.id;
  if (session.status !== 'signed-in') return null;
  if (name === undefined)
    return status === 'loading' ? null : <p className="kw kw-hint">{texts.organizations.noneActive}</p>;
  return <Found key={`${session.account.id} ${name}`} name={name} {...props} />;
}

type FoundProps = Omit<OrganizationProfileProps, 'organization'> & { name: string };

function Found({ name, onSlug, ...props }: FoundProps): ReactNode {
  const { client } = useKeyward();
  const loaded = useLoaded(
    useCallback(async () => {
      const { data, error } = await loadOwn(client, name);
      return error === null ? { data: { own: data }, error } : { data, error };
    }, [client, name]),
  );
  const slug = loaded.data?.own?.slug;
  useEffect(() => {
    if (slug !== undefined && slug !== name && !name.startsWith('org_')) onSlug?.(slug);
  }, [slug, name, onSlug]);
  return (
    <div className="kw kw-account">
      <Whole loaded={loaded}>
        {({ own }) =>
          own === null ? (
            <NotFound />
          ) : (
            <Guarded>
              <Opened own={own} reload={loaded.reload} {...props} />
            </Guarded>
          )
        }
      </Whole>
    </div>
  );
}

function NotFound(): ReactNode {
  const { texts, paths } = useKeyward();
  const words = texts.organizations;
  return (
    <Panel title={words.notFound} intro={words.notFoundText}>
      <p>
        <PageLink to={paths.organizations}>{words.all}</PageLink>
      </p>
    </Panel>
  );
}

type OpenedProps = Pick<OrganizationProfileProps, 'part' | 'onPart' | 'beforePart' | 'onLeave' | 'onLeft'> & {
  own: OwnOrganization;
  reload: () => Promise<void>;
};

function Opened({ own, reload, part, onPart, beforePart, onLeave, onLeft }: OpenedProps): ReactNode {
  const { client, texts, onHeading } = useKeyward();
  const words = texts.organizations;
  const { id, name, logo_url: logo, membership, status, members_count: count } = own;
  useEffect(() => onHeading?.(name), [name, onHeading]);
  const roles = useLoaded(useCallback(() => organizationsOf(client).roles.list({ id }), [client, id]));
  const [kept, setKept] = useState<string | null>(null);
  const { reload: reloadRoles, data } = roles;
  const shown = useMemo<Shown | null>(() => {
    if (data === null) return null;
    const held = new Set(membership.permissions);
    return {
      own,
      roles: ownLast(data.roles),
      may: (permission) => status === 'active' && held.has(permission),
      holds: (names) =>
        data.roles
          .filter((role) => names.includes(role.name))
          .every(({ permissions }) => permissions.every((permission) => held.has(permission))),
      reload: async () => {
        await Promise.all([reload(), mineOf(client).reload(), activeOf(client).reload()]);
      },
      reloadRoles,
      onLeave,
    };
  }, [own, data, membership, status, reload, reloadRoles, onLeave, client]);

  const parts = Object.entries(PARTS)
    .filter(([, { needs }]) => needs === null || membership.permissions.includes(needs))
    // The service does not show the connections of a suspended organization.
    .filter(([one]) => one !== 'connections' || status === 'active')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are the keys of that object
    .map(([one]) => one as OrganizationPart);
  const open = parts.find((one) => one === (part ?? kept)) ?? parts[0] ?? 'settings';
  const load = useCallback(async () => {
    await beforePart?.(open);
    return PARTS[open].load();
  }, [open, beforePart]);
  return (
    <>
      <header className="kw-head">
        <Avatar square name={name} url={logo} />
        <div className="kw-what">
          <h1 tabIndex={-1}>{name}</h1>
          <p className="kw-hint">
            {words.membersCount(count)} · {words.youAre(membership.roles.map((role) => words.roleName(role)))}
          </p>
        </div>
      </header>
      {status === 'suspended' && <Notice kind="problem">{words.suspendedText}</Notice>}
      <Tabs
        label={words.parts.label}
        tabs={parts.map((one) => ({ name: one, label: words.parts[one] }))}
        open={open}
        onOpen={(one) => {
          setKept(one);
          onPart?.(one);
        }}
      >
        <Whole loaded={roles}>
          {() => (
            <ShownContext.Provider value={shown}>
              <WayOnContext.Provider value={wayIn}>
                <Part load={load} onLeft={onLeft} />
              </WayOnContext.Provider>
            </ShownContext.Provider>
          )}
        </Whole>
      </Tabs>
    </>
  );
}

function Part({
  load,
  onLeft,
}: {
  load: () => Promise<PartView>;
  onLeft: (() => void) | undefined;
}): ReactNode {
  const [loaded, setLoaded] = useState<{ load: unknown; View: PartView | null; error: Failure | null }>();
  const reload = useCallback(
    () =>
      load().then(
        (View) => setLoaded({ load, View, error: null }),
        // The code cannot be loaded without a connection.
        () => setLoaded({ load, View: null, error: { code: 'network' } }),
      ),
    [load],
  );
  useEffect(() => void reload(), [reload]);
  const { View = null, error = null } = loaded?.load === load ? loaded : {};
  return <Whole loaded={{ data: View, error, reload }}>{(Loaded) => <Loaded onLeft={onLeft} />}</Whole>;
}

const wayIn = (error: Failure) => <WayIn error={error} />;

function WayIn({ error }: { error: Failure }): ReactNode {
  const { own, onLeave } = useShown();
  return <WayOn error={error} policy={own.policy} onLeave={onLeave} />;
}

/** Keyward's own roles first: Owner, Admin, Member. */
function ownLast(roles: readonly OrganizationRole[]): OrganizationRole[] {
  const isOwn = ({ source }: OrganizationRole) => source === 'organization';
  return [...roles.filter((role) => !isOwn(role)), ...roles.filter(isOwn)];
}
