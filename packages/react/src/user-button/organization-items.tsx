import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Act } from '../context/use-act.ts';
import { MenuItem, MenuLink } from '../menu/menu-item.tsx';
import { useOrganization } from '../organizations/use-organization.ts';
import { useOrganizations } from '../organizations/use-organizations.ts';
import { Avatar } from '../parts/avatar.tsx';

export interface OrganizationItemsProps {
  act: Act;
  /** Called once another organization is active. */
  onChosen: () => void;
}

/** The organizations of the person in a menu, to switch to. Nothing if they belong to none. */
export function OrganizationItems({ act, onChosen }: OrganizationItemsProps): ReactNode {
  const { texts, paths, navigate } = useKeyward();
  const words = texts.organizations;
  const { organization } = useOrganization();
  const { organizations, setActive } = useOrganizations();
  if (organizations.length === 0) return null;

  async function choose(to: string | null) {
    const result = await act.run(to ?? 'none', () => setActive(to));
    if (result?.error === null) onChosen();
  }

  return (
    <div role="group" aria-label={words.title}>
      {organizations.map(({ id, name, logo_url: logo, status }) => (
        <MenuItem
          key={id}
          picture={<Avatar name={name} url={logo} square />}
          checked={id === organization?.id}
          busy={act.busy === id}
          disabled={status === 'suspended'}
          onChosen={() => void choose(id)}
        >
          {status === 'suspended' ? words.suspendedName(name) : name}
        </MenuItem>
      ))}
      <MenuItem checked={organization === null} busy={act.busy === 'none'} onChosen={() => void choose(null)}>
        {words.none}
      </MenuItem>
      <MenuLink to={paths.organizations} navigate={navigate} onChosen={onChosen}>
        {words.all}
      </MenuLink>
    </div>
  );
}
