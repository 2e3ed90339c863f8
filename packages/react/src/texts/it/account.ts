import { plural } from '../../lib/plural.ts';
import type { AccountTexts } from '../en/account.ts';

const inForm = plural('it');

/** The Italian texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Sapere chi è lei qui',
    profile: 'Vedere il suo nome, nome utente e foto',
    email: 'Vedere il suo indirizzo email',
    phone: 'Vedere il suo numero di telefono',
    address: 'Vedere il suo indirizzo',
    offline_access: 'Restare collegata mentre lei è fuori dall’account',
  },

  profile: {
    title: 'Profilo',
    handle: 'Nome utente',
    phone: 'Telefono',
    picture: 'Cambia foto',
    upload: 'Scegli una foto',
    unreadable: 'Il browser non può leggere questo file come immagine.',
    cropText: 'Trascini la foto o la sposti con le frecce.',
    zoom: 'Zoom',
    verified: 'Verificata',
    unverified: 'Non verificata',
    verify: 'Verifica email',
    changeEmail: 'Cambia email',
    newEmail: 'Nuova email',
    pending: (email) =>
      `Confermi ${email} per usarla. Apra l’email che abbiamo inviato lì oppure inserisca il suo codice.`,
    verifySent: (email) => `Abbiamo inviato un codice a ${email}. È valido per dieci minuti.`,
    confirm: 'Conferma email',
    emailSaved: 'La sua email è stata cambiata.',
    emailVerified: 'La sua email è verificata.',
  },

  passwords: {
    title: 'Password',
    intro: 'Una nuova password termina tutte le altre sessioni.',
    change: 'Cambia password',
    save: 'Salva la password',
    saved: 'La nuova password è salvata. Tutte le altre sessioni sono terminate.',
  },

  factors: {
    title: 'Secondo passaggio',
    intro: 'Con un secondo passaggio, la sola password o la sola casella di posta non bastano per accedere.',
    required:
      'Il suo account ha bisogno di un secondo passaggio prima di continuare. Aggiunga un’app di autenticazione o una passkey.',
    app: 'App di autenticazione',
    appOn: (date) => `Attiva dal ${date}.`,
    appOff: 'Sei cifre da un’app sul suo telefono.',
    addApp: 'Aggiungi un’app di autenticazione',
    replaceApp: 'Sostituisci',
    removeApp: 'Rimuovere l’app di autenticazione?',
    removeAppText: 'I suoi codici non varranno più qui. Potrà aggiungerne di nuovo una.',
    scan: 'Scansioni questo con la sua app di autenticazione. Se non è possibile, inserisca il segreto nell’app.',
    qr: 'Codice QR con il segreto qui sotto',
    secret: 'Segreto',
    copySecret: 'Copia il segreto',
    confirmApp: 'Poi inserisca le sei cifre che mostra.',
    appAdded: 'L’app di autenticazione è aggiunta.',
    appRemoved: 'L’app di autenticazione è rimossa.',
    passkeys: 'Passkey',
    passkeysText: 'Acceda con impronta, volto o PIN, senza password.',
    addPasskey: 'Aggiungi una passkey',
    passkeyAdded: 'La passkey è aggiunta.',
    passkeyRemoved: 'La passkey è rimossa.',
    passkeyName: 'Nome della passkey',
    removePasskey: (name) => `Rimuovere la passkey “${name}”?`,
    removePasskeyText: 'Non servirà più per accedere. La elimini anche nel suo gestore di password.',
    synced: 'sincronizzata',
    recovery: 'Codici di recupero',
    recoveryLeft: (left) => inForm(left, { one: `Resta ${left} codice.`, other: `Restano ${left} codici.` }),
    recoveryText: 'Per quando perde il telefono o la passkey. Ognuno vale una sola volta.',
    renewCodes: 'Genera nuovi codici',
    renewTitle: 'Generare nuovi codici di recupero?',
    renewText: 'I codici attuali non varranno più.',
    codesTitle: 'Conservi i suoi codici di recupero',
    codesText: 'Non vedrà più questi codici. Li conservi dove può raggiungerli senza il telefono.',
    copyCodes: 'Copia i codici',
    downloadCodes: 'Scarica i codici',
    codesFile: 'codici-di-recupero.txt',
    codesSaved: 'Li ho conservati',
  },

  links: {
    title: 'Account collegati',
    intro: 'Acceda con un account che ha altrove.',
    connect: (label) => `Collega ${label}`,
    disconnect: (label) => `Scollega ${label}`,
    since: (date) => `Collegato il ${date}`,
    none: 'Non collegato',
    disconnected: (label) => `${label} è scollegato.`,
  },

  applications: {
    title: 'Applicazioni collegate',
    intro: 'Queste applicazioni possono usare il suo account come ha consentito.',
    unused: 'non in uso ora',
    disconnect: 'Scollega',
    disconnectOne: (name) => `Scollega ${name}`,
    disconnectTitle: (name) => `Scollegare ${name}?`,
    disconnectText:
      'Perde subito ogni accesso al suo account. Chiederà di nuovo il permesso al prossimo accesso.',
    disconnected: (name) => `${name} è scollegata.`,
  },

  sessions: {
    title: 'Sessioni',
    intro: 'Dove ha effettuato l’accesso. Se non riconosce una sessione, la termini e cambi la password.',
    current: 'Questa',
    device: (browser, system) => `${browser} su ${system}`,
    unknown: 'Dispositivo sconosciuto',
    acting: 'Un amministratore agisce per lei',
    end: 'Termina',
    endOne: (device) => `Termina la sessione di ${device}`,
    ended: 'La sessione è terminata.',
    othersEnded: (count) =>
      inForm(count, {
        one: `${count} altro dispositivo è uscito dall’account.`,
        other: `${count} altri dispositivi sono usciti dall’account.`,
      }),
    everywhereTitle: 'Uscire ovunque?',
    everywhereText: 'Uscirà da tutti i dispositivi, compreso questo.',
    active: (time) => `Ultima attività: ${time}`,
  },

  data: {
    title: 'I suoi dati',
    export: 'Esporta i suoi dati',
    exportText: 'Tutto ciò che conserviamo del suo account, in un file JSON.',
    exportFile: 'account.json',
    delete: 'Elimina account',
    deleteText: 'Elimina il suo account e tutto ciò che gli appartiene.',
    deleteTitle: (email) => `Eliminare ${email}?`,
    deleteAsk: (days) => {
      const ending = 'Uscirà da tutti i dispositivi.';
      const typing = 'Inserisca la sua email per continuare.';
      if (days === null) return `${ending} Il suo account viene eliminato. ${typing}`;
      if (days === 0)
        return `${ending} Il suo account e tutto ciò che gli appartiene vengono eliminati subito, e nessuno può ripristinarli. ${typing}`;
      const kept = inForm(days, {
        one: `Il suo account viene eliminato tra ${days} giorno. Se accede prima, lo mantiene.`,
        other: `Il suo account viene eliminato tra ${days} giorni. Se accede prima, lo mantiene.`,
      });
      return `${ending} ${kept} ${typing}`;
    },
    deleteButton: 'Elimina account',
    gone: 'Il suo account è eliminato',
    goneText: 'È uscito da tutti i dispositivi.',
    going: 'Il suo account sarà eliminato',
    goingText: (date) =>
      `È uscito da tutti i dispositivi. L’account sarà eliminato il ${date}. Acceda prima per mantenerlo.`,
  },
};
