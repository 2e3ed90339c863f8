import type { UndoTexts } from '../en/undo.ts';

/** The Italian texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: 'Mantenere il vecchio indirizzo?',
    intro:
      'Il suo account manterrà il vecchio indirizzo. Se è già cambiato, lo ripristiniamo, terminiamo tutte le sessioni e disattiviamo la password.',
    button: 'Mantieni il vecchio indirizzo',
    done: 'Il suo account ha il vecchio indirizzo',
    doneIntro: 'Se era già cambiato, scelga ora una nuova password.',
    change: {
      title: 'Non è stato lei?',
      intro:
        'Annulliamo la modifica e rimuoviamo tutto ciò che è stato aggiunto al suo account da allora e nei sette giorni precedenti. Tutte le sessioni terminano e la password non vale più.',
      button: 'Annulla la modifica',
      done: 'La modifica è annullata',
      doneIntro: 'Scelga ora una nuova password. Le abbiamo inviato un link per farlo.',
    },
    account: {
      title: 'Non ha aperto lei questo account?',
      intro:
        'Terminiamo tutte le sessioni e rimuoviamo ogni modo di accedere, così nessun altro può usare l’account. Se prima aveva un’altra casella, torna a quella.',
      button: 'Rimuovi tutto',
      done: 'Nessun altro può accedere',
      doneIntro: 'Scelga ora una password. Le abbiamo inviato un link per farlo.',
      returned: 'L’account è tornato',
      returnedIntro:
        'L’account è tornato alla casella che aveva prima. La sua è libera; può aprire un account suo.',
    },
  },
};
