import type { DomainTexts } from '../en/domains.ts';

/** The Italian texts of an organization's domains. */
export const texts: DomainTexts = {
  intro: 'Dimostri che un dominio email è suo. Poi i suoi utenti possono unirsi da sé, se lo consente.',
  none: 'Non c’è ancora alcun dominio.',
  domain: 'Dominio',
  add: 'Aggiungi dominio',
  added: 'Il dominio è aggiunto. Inserisca il suo record nel DNS, poi lo verifichi.',
  states: {
    pending: 'Non ancora verificato',
    verified: 'Verificato',
    lost: 'Perso: il DNS non ha più il record',
  },
  record: (type) => `Aggiunga questo record ${type} al DNS. Può volerci un’ora prima che sia visibile.`,
  copyName: 'Copia il nome',
  copy: 'Copia il valore',
  verify: 'Verifica',
  verifyOne: (domain) => `Verifica ${domain}`,
  verified: (domain) => `${domain} è verificato.`,
  joiningOf: (domain) => `Chi ha un’email di ${domain}`,
  joining: {
    none: 'ha bisogno di un invito',
    suggest: 'riceve la proposta di unirsi',
    join: 'si unisce da sé',
    require: 'deve usare il single sign-on',
  },
  require: 'Richiedi',
  requireTitle: (domain) => `Richiedere il single sign-on per ${domain}?`,
  requireText:
    'I membri con un’email di questo tipo potranno accedere solo con il provider di identità della sua azienda: password, codici via email e tutti gli altri modi non valgono più per loro. Le sessioni iniziate in altro modo perdono l’accesso a questa organizzazione. I proprietari mantengono un altro modo, salvo che questo servizio non lo permetta. Finché il single sign-on è disattivato, non cambia nulla.',
  removeOne: (domain) => `Rimuovi ${domain}`,
  removeTitle: (domain) => `Rimuovere ${domain}?`,
  removeText: 'Da quel momento nessuno può unirsi con esso. I membri restano.',
  removed: (domain) => `${domain} è rimosso.`,
};
