/** The English texts of the step of the portal for roles, which few need. */
export const texts = {
  portalRoles: {
    intro: 'Write each group as your identity provider sends it; the test shows how.',
    none: (role: string) => `No group gives a role yet: everybody gets the role ${role}.`,
    others: (role: string) => `Everybody else gets the role ${role}.`,
    group: 'Group',
    twice: 'This group is already in the list.',
    missing: 'Choose at least one role.',
    add: 'Add group',
    follow: 'Roles follow the groups at each sign-in',
    followText: 'Otherwise only the first sign-in sets them.',
  },
};

export type PortalRolesTexts = typeof texts;
