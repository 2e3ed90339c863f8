import { grantablePermissions, organizationsFields } from '../../../config/sections/organizations.ts';
import { invalidConfig, sectionKind } from '../kinds/section-kind.ts';

/** The roles that every organization has. */
export const BUILT_IN_ROLES = ['owner', 'admin', 'member'] as const;

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_ROLES);

// A change of the roles can give anybody any permission.
export const organizations = sectionKind({
  fields: organizationsFields,
  stepUp: true,

  check({ roles, permissions, creator_role, default_role }) {
    const own = permissions.findIndex((permission) => permission.startsWith('org:'));
    if (own !== -1)
      throw invalidConfig(`permissions.${own}`, 'must not begin with org:, which is for Keyward itself');
    const grants = grantablePermissions(permissions);
    const names = new Set<string>(BUILT_IN);
    for (const [index, { name, permissions: granted }] of roles.entries()) {
      if (names.has(name)) throw invalidConfig(`roles.${index}.name`, `must not be ${name} again`);
      names.add(name);
      const unknown = granted.findIndex((permission) => !grants.has(permission));
      if (unknown !== -1)
        throw invalidConfig(
          `roles.${index}.permissions.${unknown}`,
          'must be a permission of Keyward other than org:owner, or one in permissions',
        );
    }
    for (const [field, name] of Object.entries({ creator_role, default_role }))
      if (!names.has(name)) throw invalidConfig(field, 'must be a role of every organization');
    if (default_role === 'owner')
      throw invalidConfig('default_role', 'must not be owner: nobody becomes one without a decision');
  },
});
