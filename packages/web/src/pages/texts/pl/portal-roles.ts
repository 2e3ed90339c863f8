import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Wpisz każdą grupę tak, jak wysyła ją Twój dostawca tożsamości; pokaże to test.',
    none: (role) => `Żadna grupa nie nadaje jeszcze roli: wszyscy dostają rolę ${role}.`,
    others: (role) => `Wszyscy inni dostają rolę ${role}.`,
    group: 'Grupa',
    twice: 'Ta grupa jest już na liście.',
    missing: 'Wybierz co najmniej jedną rolę.',
    add: 'Dodaj grupę',
    follow: 'Role zmieniają się z grupami przy każdym logowaniu',
    followText: 'W przeciwnym razie ustala je tylko pierwsze logowanie.',
  },
};
