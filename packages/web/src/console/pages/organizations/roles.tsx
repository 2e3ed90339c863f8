import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';

const rankOf = ({ source }: { source: string }) => (source === 'built_in' ? 0 : 1);

/** The roles that members of an organization can have. */
function useRoles(id: string) {
  return useQuery({
    queryKey: ['organizations', 'roles', id],
    queryFn: ({ signal }) => ask(service.admin.organizations.roles.list({ id }, { signal })),
    // Those of every organization come first.
    select: ({ roles }) => ({ roles: roles.toSorted((a, b) => rankOf(a) - rankOf(b)) }),
    staleTime: 30_000,
  });
}

export interface RolesFieldProps {
  /** The organization. */
  id: string;
  label: string;
  value: string[];
  error: string | undefined;
  onChange: (roles: string[]) => void;
}

/** The roles of a member, chosen from those of the organization. */
export function RolesField({ id, value, ...props }: RolesFieldProps) {
  const { data } = useRoles(id);
  return <MultiSelect {...props} value={value} data={data?.roles.map(({ name }) => name) ?? value} />;
}

export function Roles({ id }: { id: string }) {
  const t = useTexts().organizations.roles;
  return (
    <Card title={t.title}>
      <Loaded found={useRoles(id)} loading={3}>
        {({ roles }) => (
          <ul className="kc-things">
            {roles.map(({ name, permissions, source }) => (
              <li key={name}>
                <div>
                  <b>{name}</b>
                  <small>
                    <code>{permissions.join(' ') || t.nothing}</code>
                  </small>
                </div>
                {source !== 'built_in' && <Badge>{t.sources[source]}</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
