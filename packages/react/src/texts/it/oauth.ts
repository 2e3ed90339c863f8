import type { OAuthTexts } from '../en/oauth.ts';

/** The Italian texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} potrà:`,
    nothing: 'Nulla con il suo account',
    at: (names) => `Presso: ${names}`,
    switch: 'Usa un altro account',
    homepage: 'Sito web',
    policy: 'Privacy',
    terms: 'Termini',
  },

  consent: {
    title: (name) => `Accedere a ${name}?`,
    over: 'Questa richiesta non è più valida',
    leads: (host) => `La porta a ${host}`,
    opens: (scheme) => `Apre un programma su questo dispositivo (${scheme})`,
    anybody: (name) =>
      `Qualsiasi programma su questo dispositivo può chiamarsi ${name}. Consenta solo se l’ha appena avviato lei stesso.`,
    lacksFactor: (name) =>
      `${name} richiede un secondo passaggio, e il suo account non ne ha. Ne aggiunga uno, poi ricominci nell’applicazione.`,
    allow: 'Consenti',
    deny: 'Rifiuta',
    undo: 'Può scollegare l’applicazione in qualsiasi momento nella pagina del suo account.',
    back: (name) => `Torna a ${name}`,
    close: 'L’applicazione continua. Può chiudere questa pagina.',
    open: (name) => `Apri ${name}`,
  },

  device: {
    title: 'Collega un dispositivo',
    intro: 'Inserisca il codice mostrato dal dispositivo o dal programma.',
    same: 'Il suo dispositivo mostra questo codice? Continui solo se è così.',
    hint: 'Otto lettere, maiuscole o minuscole.',
    wrong: 'Nessun dispositivo attende questo codice. Lo controlli o ne ottenga uno nuovo sul dispositivo.',
    askTitle: (name) => `Accedere a ${name} su un altro dispositivo?`,
    from: (address) => `Richiesto da ${address}`,
    fromWith: (address, program) => `Richiesto da ${address} con ${program}`,
    warning:
      'Continui solo se l’ha avviato lei stesso, su un dispositivo che ha con sé. Se qualcuno le ha inviato questo codice o link, vuole entrare nel suo account: scelga Rifiuta.',
    allowed: 'Il dispositivo ha effettuato l’accesso',
    allowedText: (name) => `${name} continua da sé. Può chiudere questa pagina.`,
    denied: 'Il dispositivo è stato rifiutato',
    deniedText: 'Non è entrato nel suo account. Può chiudere questa pagina.',
  },
};
