import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Scriva ogni gruppo come lo invia il suo provider di identità; la prova lo mostra.',
    none: (role) => `Nessun gruppo dà ancora un ruolo: tutti ricevono il ruolo ${role}.`,
    others: (role) => `Tutti gli altri ricevono il ruolo ${role}.`,
    group: 'Gruppo',
    twice: 'Questo gruppo è già nell’elenco.',
    missing: 'Scelga almeno un ruolo.',
    add: 'Aggiungi gruppo',
    follow: 'I ruoli seguono i gruppi a ogni accesso',
    followText: 'Altrimenti li stabilisce solo il primo accesso.',
  },
};
