import type { MailTexts } from './english.ts';

export const italian: MailTexts = {
  language: 'it',
  greeting: 'Buongiorno {name},',
  greetingWithoutName: 'Buongiorno,',

  codes: {
    signup: {
      codeSubject: 'Il suo codice di registrazione per {product}',
      codeHeading: 'Il suo codice di registrazione',
      codeIntro: 'Inserisca questo codice per creare il suo account su {product}.',
      linkSubject: 'Completi la registrazione a {product}',
      linkHeading: 'Completi la registrazione',
      linkIntro: 'Usi questo link per creare il suo account su {product}.',
      button: 'Continua la registrazione',
      notYou:
        'Se non ha chiesto un account, ignori questa email: senza il codice non viene creato alcun account.',
    },
    login: {
      codeSubject: 'Il suo codice di accesso per {product}',
      codeHeading: 'Il suo codice di accesso',
      codeIntro: 'Inserisca questo codice per accedere a {product}.',
      linkSubject: 'Il suo link di accesso per {product}',
      linkHeading: 'Acceda a {product}',
      linkIntro: 'Usi questo link per accedere a {product}.',
      button: 'Accedi',
      notYou: 'Se non l’ha chiesto lei, ignori questa email: nessuno può accedere senza il codice.',
    },
    reset: {
      codeSubject: 'Il suo codice per reimpostare la password di {product}',
      codeHeading: 'Il suo codice per reimpostare la password',
      codeIntro: 'Inserisca questo codice per scegliere una nuova password per {product}.',
      linkSubject: 'Reimposti la password di {product}',
      linkHeading: 'Reimposti la password',
      linkIntro: 'Usi questo link per scegliere una nuova password per {product}.',
      button: 'Scegli una nuova password',
      notYou: 'Se non l’ha chiesto lei, ignori questa email: la sua password resta la stessa.',
    },
    verify: {
      codeSubject: 'Il suo codice di conferma per {product}',
      codeHeading: 'Il suo codice di conferma',
      codeIntro: 'Inserisca questo codice per confermare il suo indirizzo email su {product}.',
      linkSubject: 'Confermi il suo indirizzo email per {product}',
      linkHeading: 'Confermi il suo indirizzo email',
      linkIntro: 'Usi questo link per confermare il suo indirizzo email su {product}.',
      button: 'Conferma l’indirizzo',
      notYou: 'Se non l’ha chiesto lei, ignori questa email: non cambia nulla.',
    },
  },
  codeValidity: 'Il codice vale una sola volta, per {minutes}.',
  linkValidity: 'Il link e il codice valgono una sola volta, per {minutes}.',
  secrecy: 'Non condivida il codice con nessuno, nemmeno con chi dice di lavorare per {product}.',
  orButton: 'Oppure usi questo link al posto del codice:',
  orCode: 'Oppure inserisca questo codice a mano:',
  linkHint: 'Se il pulsante non funziona, apra questo indirizzo nel browser:',
  more: 'altri {count}',
  keptApplications:
    'Queste applicazioni mantengono l’accesso al suo account, finché non le scollega nella sua pagina: {applications}.',

  notices: {
    signup_notice: {
      subject: 'Ha già un account su {product}',
      heading: 'Ha già un account',
      paragraphs: [
        'Qualcuno, probabilmente lei, ha provato a registrarsi a {product} con questo indirizzo email. L’indirizzo ha già un account, quindi non è cambiato nulla.',
        'Acceda come prima. Se ha dimenticato la password, chieda lì di reimpostarla.',
      ],
      button: 'Vai a {product}',
      notYou: 'Se non è stato lei, non deve fare nulla.',
    },
    invitation: {
      subject: 'Ha ricevuto un invito a {product}',
      heading: 'Ha ricevuto un invito a {product}',
      paragraphs: [
        '{product} la invita ad aprire un account con questo indirizzo email.',
        'Il link vale una sola volta, fino al {until}.',
      ],
      button: 'Apri il suo account',
      notYou: 'Se non se lo aspettava, ignori questa email: senza il link non viene aperto alcun account.',
    },
    organization_invitation: {
      subject: 'Ha ricevuto un invito a un’organizzazione su {product}',
      heading: 'Ha ricevuto un invito a un’organizzazione',
      paragraphs: [
        'Qualcuno la invita a unirsi all’organizzazione {organization} su {product} con questo indirizzo email.',
        'Se ha un account, acceda con quello. Altrimenti può aprirne uno. Il link vale una sola volta, fino al {until}.',
      ],
      button: 'Accetta l’invito',
      notYou: 'Se non se lo aspettava, ignori questa email: senza il link non si unisce a nulla.',
    },
    password_changed: {
      subject: 'La sua password di {product} è stata cambiata',
      heading: 'La sua password è stata cambiata',
      paragraphs: ['La password del suo account su {product} è stata cambiata.'],
      button: '',
      notYou:
        'Se non è stato lei, chieda subito di reimpostare la password e si assicuri che nessun altro legga la sua posta.',
    },
    email_changed: {
      subject: 'Il suo indirizzo email di {product} è stato cambiato',
      heading: 'Il suo indirizzo email è stato cambiato',
      paragraphs: [
        'L’indirizzo email del suo account su {product} è ora {newEmail}. Le email per l’account non arrivano più a questo indirizzo.',
      ],
      button: '',
      notYou:
        'Se non è stato lei, contatti subito {product}: con il nuovo indirizzo qualcuno può impossessarsi dell’account.',
    },
    email_change_asked: {
      subject: 'Il suo indirizzo email di {product} sta per cambiare',
      heading: 'Il suo indirizzo email sta per cambiare',
      paragraphs: [
        'Qualcuno, probabilmente lei, vuole usare il suo account su {product} con l’indirizzo {newEmail}. La modifica ha effetto appena quella casella la conferma.',
        'Per mantenere questo indirizzo, usi il link. È valido fino al {until}, anche dopo la modifica.',
      ],
      button: 'Mantieni questo indirizzo',
      notYou:
        'Se non è stato lei, qualcun altro è entrato nel suo account: mantenga questo indirizzo e poi chieda di reimpostare la password, il che termina tutte le sessioni.',
    },
    email_change_made: {
      subject: 'Il suo indirizzo email di {product} è stato cambiato',
      heading: 'Il suo indirizzo email è stato cambiato',
      paragraphs: [
        'L’indirizzo email del suo account su {product} è ora {newEmail}. Le email per l’account non arrivano più a questo indirizzo.',
        'Per ripristinare questo indirizzo, usi il link. È valido fino al {until}.',
      ],
      button: 'Ripristina questo indirizzo',
      notYou:
        'Se non è stato lei, ripristini questo indirizzo, il che termina tutte le sessioni e annulla la password, e poi chieda di reimpostarla.',
    },
    account_returned: {
      subject: 'Il suo indirizzo è di nuovo libero su {product}',
      heading: 'Il suo indirizzo è di nuovo libero',
      paragraphs: [
        'L’account su {product} che aveva questo indirizzo è tornato alla casella che aveva prima. La sua è libera: può aprire un account suo.',
      ],
      button: '',
      notYou: 'Se l’account era suo, contatti {product}.',
    },
    account_back: {
      subject: 'Il suo account su {product} ha di nuovo questo indirizzo',
      heading: 'Il suo account è tornato',
      paragraphs: [
        'L’indirizzo del suo account su {product} era stato cambiato in {newEmail}. Chi legge quella casella ha detto che l’account non è suo, quindi ha di nuovo questo indirizzo.',
        'Tutte le sessioni sono terminate, la password non funziona più e tutto ciò che è stato aggiunto da allora è rimosso. Un’altra email contiene un link per una nuova password.',
      ],
      button: '',
      notYou: 'Se non ha cambiato lei l’indirizzo, qualcun altro era entrato nel suo account. Ora non più.',
    },
    provider_linked: {
      subject: 'Un nuovo modo di accedere a {product}',
      heading: 'Un nuovo modo di accedere',
      paragraphs: ['Ora può accedere al suo account su {product} con {provider}.'],
      button: '',
      notYou: 'Se non è stato lei, cambi subito la password e scolleghi {provider} nel suo account.',
    },
    factor_added: {
      subject: 'Un secondo fattore è stato aggiunto al suo account su {product}',
      heading: 'Un secondo fattore è stato aggiunto',
      paragraphs: ['Il suo account su {product} ha ora {factor} come secondo fattore.'],
      button: '',
      notYou:
        'Se non è stato lei, qualcun altro è entrato nel suo account. Cambi subito la password, il che termina tutte le altre sessioni, e rimuova il fattore. Se non può più accedere, contatti {product}.',
    },
    factor_removed: {
      subject: 'Un secondo fattore è stato rimosso dal suo account su {product}',
      heading: 'Un secondo fattore è stato rimosso',
      paragraphs: ['Questo secondo fattore del suo account su {product} è stato rimosso: {factor}.'],
      button: '',
      notYou:
        'Se non è stato lei, qualcun altro è entrato nel suo account. Cambi subito la password, il che termina tutte le altre sessioni, e aggiunga di nuovo il fattore.',
    },
    deletion_requested: {
      subject: 'Il suo account su {product} sarà eliminato',
      heading: 'Il suo account sarà eliminato',
      paragraphs: [
        'Qualcuno ha chiesto di eliminare il suo account su {product}. Tutte le sue sessioni sono terminate. Il {until} tutto sarà eliminato.',
        'Per mantenere l’account, acceda prima.',
      ],
      button: '',
      notYou: 'Se non è stato lei, acceda ora e cambi la password: così l’account resta.',
    },
    deletion_cancelled: {
      subject: 'Il suo account su {product} resta',
      heading: 'Il suo account resta',
      paragraphs: ['Ha effettuato l’accesso a {product}, quindi il suo account non viene eliminato.'],
      button: '',
      notYou: 'Se non è stato lei, cambi subito la password: qualcun altro può accedere.',
    },
    deletion_prevented: {
      subject: 'Il suo account su {product} non è stato eliminato',
      heading: 'Il suo account non è stato eliminato',
      paragraphs: [
        'Il suo account su {product} doveva essere eliminato. Resta, perché nessun altro gestisce un’organizzazione con altri membri o il servizio stesso.',
      ],
      button: '',
      notYou: 'Può accedere come prima. Affidi ad altri ciò che gestisce, poi elimini di nuovo l’account.',
    },
    account_deleted: {
      subject: 'Il suo account su {product} è stato eliminato',
      heading: 'Il suo account è stato eliminato',
      paragraphs: ['Il suo account su {product} non esiste più, con tutto ciò che gli apparteneva.'],
      button: '',
      notYou: 'Se non l’ha chiesto lei, contatti {product}.',
    },
    organization_deleted: {
      subject: '{organization} è stata eliminata su {product}',
      heading: 'La sua organizzazione è stata eliminata',
      paragraphs: [
        'L’organizzazione {organization} su {product}, di cui è proprietario, è stata eliminata. I membri mantengono i loro account.',
        'Fino al {until} un superamministratore di {product} può ripristinarla.',
      ],
      button: '',
      notYou: 'Se non se lo aspettava, contatti {product}.',
    },
    certificate_expiring: {
      subject: 'L’accesso di {organization} su {product} richiede un nuovo certificato',
      heading: 'Un certificato del suo provider di identità scade',
      paragraphs: [
        'L’organizzazione {organization} su {product}, di cui è proprietario, usa per l’accesso il suo provider di identità ({connection}). L’ultimo certificato che {product} ne conosce scade il {until}.',
        'Inserisca prima il nuovo certificato. Altrimenti nessuno potrà accedere con esso.',
      ],
      button: '',
      notYou: 'Se non usa più questo accesso, elimini la connessione.',
    },
    trust_lost: {
      subject: 'L’accesso di {organization} su {product} richiede la sua approvazione',
      heading: 'Approvi di nuovo una connessione',
      paragraphs: [
        'L’organizzazione {organization} su {product}, di cui è proprietario, usa per l’accesso il suo provider di identità ({connection}). La persona che ha approvato questa connessione ha perso i diritti per farlo, o ha annullato modifiche al proprio account. Perciò la connessione potrebbe essere disattivata, oppure proprietari e amministratori potrebbero non riuscire più ad accedere con essa.',
        'Se si fida della connessione, la salvi di nuovo e la attivi, o chieda a {product} di farlo.',
      ],
      button: '',
      notYou: 'Se non usa più questo accesso, elimini la connessione.',
    },
    domain_unproven: {
      subject: 'Il dominio {domain} di {organization} su {product} deve essere dimostrato di nuovo',
      heading: 'Il record del suo dominio non c’è più',
      paragraphs: [
        'L’organizzazione {organization} su {product}, di cui è proprietario, ha dimostrato {domain} con un record nel DNS. Il DNS non l’ha più.',
        'Aggiunga di nuovo il record prima del {until}. Altrimenti {organization} perde il dominio. I membri restano.',
      ],
      button: '',
      notYou: 'Se il dominio non è più suo, lo rimuova dall’organizzazione.',
    },
    factors_reset: {
      subject: 'Tutti i secondi fattori del suo account su {product} sono stati rimossi',
      heading: 'Tutti i secondi fattori sono stati rimossi',
      paragraphs: [
        'Un superamministratore di {product} ha rimosso tutti i secondi fattori e i codici di recupero del suo account, e terminato tutte le sue sessioni.',
        'Può accedere di nuovo senza un secondo fattore. Poi ne aggiunga uno.',
      ],
      button: '',
      notYou:
        'Se non l’ha chiesto lei, contatti {product}: qualcuno può averlo chiesto a suo nome. Cambi anche la password.',
    },
    key_created: {
      subject: 'Nuova chiave API per {product}',
      heading: 'È stata creata una nuova chiave API',
      paragraphs: [
        'Il suo account su {product} ha creato la chiave API {key}. Chi la possiede può amministrare {product} nei limiti dei suoi permessi.',
      ],
      button: '',
      notYou:
        'Se non è stato lei, qualcun altro è entrato nel suo account. Cambi subito la password, il che termina tutte le altre sessioni, e revochi la chiave nella console.',
    },
    recovery_codes_made: {
      subject: 'Nuovi codici di recupero per il suo account su {product}',
      heading: 'Nuovi codici di recupero',
      paragraphs: ['Il suo account su {product} ha nuovi codici di recupero. I precedenti non valgono più.'],
      button: '',
      notYou:
        'Se non è stato lei, qualcun altro è entrato nel suo account. Cambi subito la password, il che termina tutte le altre sessioni, e generi nuovi codici di recupero.',
    },
    app_codes_guessed: {
      subject: 'Codici errati per il suo account su {product}',
      heading: 'Qualcuno ha inserito codici errati',
      paragraphs: [
        'Qualcuno, forse lei, ha inserito tre codici errati della sua app di autenticazione su {product}, dopo una password corretta o un altro primo passaggio.',
        'Dopo dieci codici errati in un giorno, {product} non accetta più i codici dell’app. Una passkey, un codice di recupero o una nuova password li rende di nuovo validi.',
      ],
      button: '',
      notYou:
        'Se non è stato lei, qualcuno conosce la sua password o legge la sua posta. Cambi subito la password.',
    },
    recovery_code_used: {
      subject: 'Un codice di recupero del suo account su {product} è stato usato',
      heading: 'Un codice di recupero è stato usato',
      paragraphs: [
        'Qualcuno, probabilmente lei, ha usato un codice di recupero del suo account su {product}. Codici rimasti: {left}.',
        'Può generare nuovi codici in qualsiasi momento. Se ha perso il secondo fattore, lo rimuova e ne aggiunga un altro.',
      ],
      button: '',
      notYou:
        'Se non è stato lei, qualcuno ha i suoi codici di recupero e un altro modo per entrare nel suo account. Cambi subito la password e generi nuovi codici di recupero.',
    },
    impersonated: {
      subject: 'Un amministratore usa il suo account su {product}',
      heading: 'Un amministratore usa il suo account',
      paragraphs: [
        'Un amministratore di {product} vede e usa ora il suo account, per un’ora al massimo. Ha indicato questo motivo: {reason}',
        'Non può cambiare la sua password, la sua email o i suoi secondi fattori, né esportare o eliminare l’account. Ogni sua azione viene registrata.',
      ],
      button: '',
      notYou: 'Se non ha chiesto aiuto, contatti {product}.',
    },
    settings_test: {
      subject: 'Email di prova di {product}',
      heading: 'La posta funziona',
      paragraphs: [
        'Un superamministratore di {product} ha inviato questa email per provare le impostazioni del server di posta.',
      ],
      button: '',
      notYou: 'Non deve fare nulla.',
    },
    webhook_gone: {
      subject: 'Un webhook di {product} è stato disattivato',
      heading: 'Un webhook è stato disattivato',
      paragraphs: [
        'Il destinatario del webhook {webhook} ha risposto che non esiste più (410), quindi {product} non gli invia più nulla.',
      ],
      button: '',
      notYou:
        'Se il destinatario deve esistere, lo ripari, riattivi il webhook e invii di nuovo ciò che ha perso.',
    },
    webhook_failing: {
      subject: 'Un webhook di {product} è stato disattivato',
      heading: 'Un webhook è stato disattivato',
      paragraphs: [
        'Nessun messaggio al webhook {webhook} è riuscito per cinque giorni, quindi {product} non gli invia più nulla.',
      ],
      button: '',
      notYou: 'Ripari il destinatario, riattivi il webhook e invii di nuovo ciò che ha perso.',
    },
    access_dropped: {
      subject: 'I modi precedenti di accedere a {product} sono stati rimossi',
      heading: 'I modi precedenti di accedere sono stati rimossi',
      paragraphs: [
        '{provider} ha dimostrato a {product} per la prima volta che questo indirizzo email è suo. Qualcun altro potrebbe aver aperto l’account prima, quindi la sua password, le sue sessioni e gli altri fornitori collegati sono stati rimossi.',
        'Se la password era sua, chieda di reimpostarla per sceglierne una nuova.',
      ],
      button: '',
      notYou:
        'Se non è stato lei, si assicuri che nessun altro possa usare il suo account presso {provider} o leggere la sua posta.',
    },
    member_access_dropped: {
      subject: 'I modi precedenti di accedere a {product} sono stati rimossi',
      heading: 'I modi precedenti di accedere sono stati rimossi',
      paragraphs: [
        'Ha dimostrato per la prima volta che questo indirizzo email è suo, e il suo account è membro di {organization} su {product}. Qualcun altro potrebbe aver aperto l’account prima, quindi la sua password, le sue sessioni e i fornitori collegati sono stati rimossi.',
        'Se la password era sua, chieda di reimpostarla per sceglierne una nuova.',
      ],
      button: '',
      notYou: 'Se non è stato lei, si assicuri che nessun altro legga la sua posta.',
    },
    mailbox_proven: {
      subject: 'Ha confermato il suo indirizzo email per {product}',
      heading: 'Ha confermato il suo indirizzo email',
      paragraphs: [
        'Per la prima volta è dimostrato che questa casella è quella dell’account su {product}. Qualcun altro potrebbe aver aperto l’account prima.',
      ],
      button: '',
      notYou: 'Se non è stato lei, si assicuri che nessun altro legga la sua posta.',
    },
    password_reset: {
      subject: 'La sua password di {product} è stata reimpostata',
      heading: 'La sua password è stata reimpostata',
      paragraphs: [
        'La password del suo account su {product} è stata reimpostata con un codice di questa casella.',
        'Questi fornitori restano collegati e possono ancora accedere all’account: {providers}. Scolleghi quelli che non riconosce.',
      ],
      button: '',
      notYou:
        'Se non è stato lei, chieda subito di reimpostare la password e si assicuri che nessun altro legga la sua posta.',
    },
  },

  undo: {
    button: 'Non sono stato io',
    change:
      'Se non è stato lei, qualcun altro è entrato nel suo account. Usi il link: annulla la modifica e rimuove tutto ciò che è stato aggiunto all’account nei sette giorni precedenti e da allora. Tutte le sessioni terminano e la password non vale più. Il link è valido fino al {until}.',
    account:
      'Se non è stato lei ad aprire l’account, usi il link: termina tutte le sessioni e rimuove tutto ciò che porta nell’account. Poi imposti una password sua. Il link è valido fino al {until}.',
    earlier:
      'Se non ha spostato lei l’account a questo indirizzo, usi il link: l’account torna alla casella che aveva prima, e la sua è libera per un account suo. Il link funziona fino al {until}.',
  },

  proven: {
    earlier: 'L’account aveva prima un’altra casella, che può riprenderlo fino al {until}.',
    opened: 'L’account è stato aperto {opening}.',
    openedAt: 'il {when}',
    openedBy: 'con il nome {name}',
    openedWith: 'con {device}',
    openedFrom: 'da {ipAddress}',
    password: 'L’account mantiene la password precedente.',
    sessions:
      'Le sessioni precedenti restano aperte: {sessions}. Se non ne riconosce una, qualcun altro potrebbe aver aperto l’account.',
    session: '{when} da {ipAddress}',
    removed: 'Questi elementi sono stati rimossi, perché potevano essere di qualcun altro: {removed}.',
    credentials: {
      password: 'la password',
      sessions: 'tutte le sessioni',
      links: 'i fornitori collegati',
      factors: 'i secondi fattori',
      phone: 'il numero di telefono',
    },
  },

  factors: {
    totp: 'un’app di autenticazione',
    passkey: 'una passkey',
  },
  when: 'Data',
  ipAddress: 'Indirizzo IP',
  footer: 'Questa email è stata inviata automaticamente da {product}.',
};
