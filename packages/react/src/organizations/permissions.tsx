import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';

/** Keyward's own permissions. The others are the application's. */
const GROUPS = {
  organization: ['org:read', 'org:write', 'org:delete', 'org:owner', 'org:audit:read'],
  people: ['org:members:read', 'org:members:write', 'org:invitations:write', 'org:roles:write'],
  signIn: ['org:domains:write', 'org:connections:write'],
} as const;

/** Each group with its permissions, without the empty ones. */
function grouped(permissions: readonly string[]) {
  const { organization, people, signIn } = GROUPS;
  const own = new Set<string>([...organization, ...people, ...signIn]);
  return (
    [
      ['organization', organization],
      ['people', people],
      ['signIn', signIn],
      ['application', permissions.filter((one) => !own.has(one))],
    ] as const
  )
    .map(([group, known]) => ({ group, held: known.filter((one) => permissions.includes(one)) }))
    .filter(({ held }) => held.length > 0);
}

/** The permissions of a role, in words. */
export function PermissionList({ permissions }: { permissions: readonly string[] }): ReactNode {
  const { permissionGroups, permissionNames } = useKeyward().texts.organizations;
  return grouped(permissions).map(({ group, held }) => (
    <span className="kw-grants" key={group}>
      <b>{permissionGroups[group]}</b>
      <span>{held.map((one) => permissionNames[one] ?? one).join(' · ')}</span>
    </span>
  ));
}

export interface PermissionChoicesProps {
  /** The permissions that can be given. */
  permissions: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Permissions as checkboxes, with the names that programs use. */
export function PermissionChoices({ permissions, chosen, onChange }: PermissionChoicesProps): ReactNode {
  const words = useKeyward().texts.organizations;
  return (
    <fieldset className="kw-choose">
      <legend>{words.permissions}</legend>
      <div>
        {grouped(permissions).map(({ group, held }) => (
          <div key={group} role="group" aria-label={words.permissionGroups[group]}>
            <p className="kw-hint">{words.permissionGroups[group]}</p>
            {held.map((permission) => (
              <label key={permission}>
                <input
                  type="checkbox"
                  checked={chosen.includes(permission)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
                  }
                />
                {words.permissionNames[permission]}
                <code>{permission}</code>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
