import type { OrganizationRole } from '@keyward/client';
import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';

export interface RoleCheckboxesProps {
  label: string;
  roles: readonly Pick<OrganizationRole, 'name' | 'description'>[];
  chosen: readonly string[];
  /** Whether the person may give or take a role. Default: all. */
  mayGive?: (role: string) => boolean;
  onChange: (chosen: string[]) => void;
}

/** The roles of an organization as checkboxes. */
export function RoleCheckboxes({ label, roles, chosen, mayGive, onChange }: RoleCheckboxesProps): ReactNode {
  const words = useKeyward().texts.organizations;
  return (
    <fieldset className="kw-choose">
      <legend>{label}</legend>
      <div>
        {roles.map(({ name, description }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={mayGive?.(name) === false}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            <span>
              {words.roleName(name)}
              <small className="kw-hint">{words.roleText(name, description)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
