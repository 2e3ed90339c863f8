import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Escriba cada grupo tal como lo envía su proveedor de identidad; la prueba lo muestra.',
    none: (role) => `Ningún grupo da todavía un rol: todos reciben el rol ${role}.`,
    others: (role) => `Todos los demás reciben el rol ${role}.`,
    group: 'Grupo',
    twice: 'Este grupo ya está en la lista.',
    missing: 'Elija al menos un rol.',
    add: 'Añadir grupo',
    follow: 'Los roles siguen a los grupos en cada inicio de sesión',
    followText: 'Si no, solo los fija el primer inicio de sesión.',
  },
};
