import type { LinkedTexts } from '../en/linked.ts';

/** The Italian texts of the pages that mailed links open. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Crea un account',
    titleAt: (name) => `Crea un account su ${name}`,
    button: 'Crea l’account',
    emailCode: 'Ricevi un codice via email',
    prove: (email) => `Per confermare che questa casella è sua, inserisca il codice inviato a ${email}.`,
    code: (email) => `Abbiamo inviato un codice a ${email}. È valido per dieci minuti.`,
    fromLink: (email) => `Per ${email}. Scelga un nome e una password.`,
    haveAccount: 'Ha già un account?',
    signIn: 'Accedi',
    closedTitle: 'Qui non può aprire un account',
    invite: 'Serve un invito. Se qualcuno l’ha invitata, apra il link nell’email.',
    closed: 'Chieda un account a un amministratore.',
  },
  reset: {
    title: 'Scelga una nuova password',
    ask: 'Inserisca l’email del suo account e le invieremo un codice.',
    button: 'Ricevi un codice via email',
    sent: (email) =>
      `Se ${email} ha un account qui, abbiamo inviato un codice. Lo inserisca e scelga una nuova password.`,
    for: (email) => `Per l’account di ${email}.`,
    save: 'Salva la password',
    done: 'La nuova password è salvata',
    doneIntro: 'Ha effettuato l’accesso qui ed è uscito da tutti gli altri dispositivi.',
    saved: 'La nuova password è salvata. Ancora un passaggio per accedere.',
  },
  invitation: {
    title: 'Apra il suo account',
    over: 'Questo invito non è valido',
    by: (name) => `${name} la invita.`,
    for: (email) => `Questo invito è per ${email}.`,
    choose: 'Scelga una password e il nome che vedranno gli altri.',
    unproven:
      'Esiste un account con questo indirizzo che nessuno ha confermato. Diventa Suo, e la Sua password sostituisce quella precedente.',
    button: 'Apri l’account',
    join: {
      title: (name) => `Unirsi a ${name}`,
      signIn: (name) => `Acceda per unirsi a ${name}.`,
      intro: (email) => `Ha effettuato l’accesso come ${email} e accetta l’invito con questo account.`,
      other: (email) => `Ha effettuato l’accesso come ${email}. Esca per usare l’account invitato.`,
      button: 'Unisciti',
      later: 'Non ora',
    },
  },
  undo: {
    title: 'Mantenere il vecchio indirizzo?',
    intro:
      'Il suo account manterrà il vecchio indirizzo. Se è già cambiato, lo ripristiniamo, terminiamo tutte le sessioni e disattiviamo la password.',
    button: 'Mantieni il vecchio indirizzo',
    done: 'Il suo account ha il vecchio indirizzo',
    doneIntro:
      'Apra l’email che le abbiamo appena inviato: con il suo link può scegliere una nuova password.',
    organizations:
      'Se appartiene a organizzazioni, controlli la loro attività e rimuova le persone che non ha fatto entrare.',
    change: {
      title: 'Non è stato lei?',
      intro:
        'Annulliamo la modifica e rimuoviamo tutto ciò che è stato aggiunto al suo account da allora e nei sette giorni precedenti. Tutte le sessioni terminano e la password non vale più.',
      button: 'Annulla la modifica',
      done: 'La modifica è annullata',
    },
    account: {
      title: 'Non ha aperto lei questo account?',
      intro:
        'Terminiamo tutte le sessioni e rimuoviamo ogni modo di accedere, così nessun altro può usare l’account. Se prima aveva un’altra casella, torna a quella.',
      button: 'Rimuovi tutto',
      done: 'Nessun altro può accedere',
      returned: 'L’account è tornato',
      returnedIntro:
        'L’account è tornato alla casella che aveva prima. La sua è libera; può aprire un account suo.',
    },
  },
};
