import type { ConnectionTexts } from '../en/connections.ts';

/** The Italian texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'Le persone accedono con il provider di identità della sua azienda.',
  none: 'Non è ancora collegato alcun provider di identità.',
  states: { draft: 'Non ancora attivato', active: 'Attivato', disabled: 'Disattivato' },
  withOwners: 'Fa accedere tutti i membri, anche i proprietari.',
  withoutOwners: 'I proprietari non possono accedere con esso finché un proprietario non lo approva.',
  stillRequired:
    'Disattivato perché una modifica è stata annullata. Nessuno accede con esso finché non lo riattiva, e i membri ne hanno ancora bisogno.',
  factors: 'Vale come due fattori.',
  client: (id) => `ID client: ${id}`,
  signOn: (address) => `Pagina di accesso: ${address}`,
  certificate: (date) => `Certificato fino al ${date}:`,
  group: (group, roles) => `Le persone del gruppo ${group} ricevono il ruolo ${roles}.`,
  approve: 'Approva',
  approveOne: (name) => `Approva ${name}`,
  approveTitle: (name) => `Approvare ${name}?`,
  approveText: (address) => `Chi gestisce ${address} decide allora chi accede, anche come proprietario.`,
  approveSaml: 'Chi ha le chiavi di questi certificati decide allora chi accede, anche come proprietario.',
  approved: (name) => `${name} è approvato: i proprietari possono accedere con esso.`,
  turnOn: 'Attiva',
  turnOnOne: (name) => `Attiva ${name}`,
  turnedOn: (name) => `${name} è attivato.`,
  turnOff: 'Disattiva',
  turnOffOne: (name) => `Disattiva ${name}`,
  turnOffTitle: (name) => `Disattivare ${name}?`,
  turnOffText: 'Nessuno potrà accedere con esso. Le sessioni iniziate così terminano.',
  turnedOff: (name) => `${name} è disattivato.`,
  invite: 'Inviti il suo amministratore',
  inviteIntro:
    'Un link apre una guida per chi gestisce il suo provider di identità: prima il dominio, poi la connessione. Lo apra lei se è quella persona. Non serve un account: chiunque lo abbia può usarlo.',
  make: 'Crea un link',
  once: (date) => `Copi il link ora: viene mostrato una sola volta. È valido fino al ${date}.`,
  copy: 'Copia il link',
  endLinks: 'Termina tutti i link',
  linksEnded: 'Tutti i link sono terminati.',
};
