import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'La prova è riuscita',
  failed: 'La prova non è riuscita',
  passedText: 'Questa connessione permette di accedere. La prova non ha fatto accedere nessuno.',
  failures: {
    private_address:
      'Questo indirizzo è in una rete privata che questo servizio non può chiamare. Chieda alla persona che le ha dato il link di consentirla.',
    oidc_discovery:
      'L’emittente non fornisce la sua configurazione o non ha un indirizzo pubblico. Controlli l’emittente oppure chieda alla persona che le ha dato il link di consentire la sua rete.',
    oidc_denied:
      'Il provider di identità ha rifiutato l’accesso. Controlli se la persona può usare l’applicazione.',
    oidc_authorization:
      'Il provider di identità non ha accettato la richiesta. Controlli l’ID client e l’indirizzo di reindirizzamento.',
    oidc_token: 'Il provider di identità ha rifiutato il client. Controlli l’ID e il segreto del client.',
    oidc_id_token:
      'Non è stato possibile verificare il token di identità. Controlli l’emittente e l’ID client.',
    oidc_userinfo: 'Il provider di identità non fornisce il profilo della persona.',
    saml_status:
      'Il provider di identità ha risposto con un errore. Controlli se la persona può usare l’applicazione.',
    saml_signature: 'La firma non è di un certificato noto. Carichi di nuovo i metadati.',
    saml_unsigned: 'L’asserzione non è firmata. Attivi la firma dell’asserzione.',
    saml_algorithm: 'Il provider di identità usa un vecchio algoritmo. Scelga RSA-SHA256 e SHA-256.',
    saml_encryption: 'La cifratura non corrisponde. Controlli le impostazioni delle asserzioni cifrate.',
    saml_issuer: 'Ha risposto un altro provider di identità. Carichi di nuovo i metadati.',
    saml_destination: 'La risposta è per un altro indirizzo. Controlli l’indirizzo di accesso (URL ACS).',
    saml_recipient: 'La risposta è per un altro destinatario. Controlli l’indirizzo di accesso (URL ACS).',
    saml_audience: 'La risposta è per un altro servizio. Controlli l’ID entità (audience).',
    saml_confirmation: 'La risposta non dice per chi e fino a quando è valida.',
    saml_request: 'La risposta non corrisponde alla richiesta. Parta da questa prova, non dal provider.',
    saml_time: 'La risposta è scaduta o non è ancora valida. Controlli l’orologio del provider di identità.',
    saml_name_id: 'Il NameID non è utilizzabile. Ne scelga uno persistente oppure l’email.',
    email_missing:
      'Il provider di identità non fornisce l’email. Aggiunga un attributo o un claim di nome email.',
  },
  otherFailure: 'La risposta non ha la forma che lo standard richiede.',
  detail: 'Il motivo esatto:',
  close: 'Può chiudere questa finestra. Il risultato appare anche dove la prova è iniziata.',
  verified: 'Che cosa è corretto',
  rules: {
    discovery: 'La configurazione del provider di identità è stata letta',
    code: 'Il provider di identità accetta il client',
    encryption: 'L’asserzione è cifrata',
    signature: 'La firma è del provider di identità',
    issuer: 'L’emittente è quello atteso',
    audience: 'La risposta è per questo servizio',
    recipient: 'La risposta è per questo indirizzo',
    request: 'La risposta corrisponde a questa richiesta',
    time: 'Gli orari sono corretti',
  },
  attributes: 'Che cosa dice il provider di identità',
  fields: { subject: 'Identità', email: 'Email', name: 'Nome', groups: 'Gruppi' },
  roles: 'Ruoli',
  outsideDomain:
    'Il dominio di questa email non è verificato. Chi ha un’email simile può accedere solo se non ha ancora un account.',
  received: 'La risposta come è arrivata, senza firme',
};
