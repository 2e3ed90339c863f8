import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'Der Test ist gelungen',
  failed: 'Der Test ist gescheitert',
  passedText: 'Diese Verbindung kann Personen anmelden. Der Test hat niemanden angemeldet.',
  failures: {
    private_address:
      'Diese Adresse liegt in einem privaten Netz, das dieser Dienst nicht aufrufen darf. Bitten Sie die Person, von der Sie den Link haben, es zu erlauben.',
    oidc_discovery:
      'Der Issuer antwortet nicht mit seiner Konfiguration oder hat keine öffentliche Adresse. Prüfen Sie den Issuer, oder bitten Sie die Person, von der Sie den Link haben, sein Netz zu erlauben.',
    oidc_denied:
      'Der Identitätsanbieter lehnt die Anmeldung ab. Prüfen Sie, ob die Person die Anwendung nutzen darf.',
    oidc_authorization:
      'Der Identitätsanbieter nimmt die Anfrage nicht an. Prüfen Sie Client-ID und Redirect-Adresse.',
    oidc_token: 'Der Identitätsanbieter lehnt den Client ab. Prüfen Sie Client-ID und Client-Secret.',
    oidc_id_token: 'Das ID-Token lässt sich nicht prüfen. Prüfen Sie Issuer und Client-ID.',
    oidc_userinfo: 'Der Identitätsanbieter gibt das Profil der Person nicht heraus.',
    saml_status:
      'Der Identitätsanbieter antwortet mit einem Fehler. Prüfen Sie, ob die Person die Anwendung nutzen darf.',
    saml_signature: 'Die Signatur stammt von keinem bekannten Zertifikat. Laden Sie die Metadaten neu.',
    saml_unsigned: 'Die Assertion ist nicht signiert. Schalten Sie die Signatur der Assertion ein.',
    saml_algorithm: 'Der Identitätsanbieter nutzt ein altes Verfahren. Wählen Sie RSA-SHA256 und SHA-256.',
    saml_encryption: 'Die Verschlüsselung passt nicht. Prüfen Sie die Einstellungen dafür.',
    saml_issuer: 'Ein anderer Identitätsanbieter hat geantwortet. Laden Sie die Metadaten neu.',
    saml_destination: 'Die Antwort ist für eine andere Adresse. Prüfen Sie die Anmeldeadresse (ACS-URL).',
    saml_recipient: 'Die Antwort ist für einen anderen Empfänger. Prüfen Sie die Anmeldeadresse (ACS-URL).',
    saml_audience: 'Die Antwort ist für einen anderen Dienst. Prüfen Sie die Entity-ID (Audience).',
    saml_confirmation: 'Die Antwort sagt nicht, für wen und wie lange sie gilt.',
    saml_request: 'Die Antwort gehört nicht zur Anfrage. Beginnen Sie bei diesem Test, nicht beim Anbieter.',
    saml_time: 'Die Antwort ist abgelaufen oder gilt noch nicht. Prüfen Sie die Uhr des Identitätsanbieters.',
    saml_name_id: 'Die NameID ist nicht brauchbar. Wählen Sie eine dauerhafte oder die E-Mail-Adresse.',
    email_missing:
      'Der Identitätsanbieter nennt keine E-Mail-Adresse. Ergänzen Sie ein Attribut oder einen Claim namens email.',
  },
  otherFailure: 'Die Antwort hat nicht die Form, die der Standard verlangt.',
  detail: 'Der genaue Grund:',
  close: 'Sie können dieses Fenster schließen. Das Ergebnis steht auch dort, wo der Test begann.',
  verified: 'Was stimmt',
  rules: {
    discovery: 'Die Konfiguration des Identitätsanbieters wurde gelesen',
    code: 'Der Identitätsanbieter nimmt den Client an',
    encryption: 'Die Assertion ist verschlüsselt',
    signature: 'Die Signatur stammt vom Identitätsanbieter',
    issuer: 'Der Issuer ist der erwartete',
    audience: 'Die Antwort ist für diesen Dienst',
    recipient: 'Die Antwort ist für diese Adresse',
    request: 'Die Antwort gehört zu dieser Anfrage',
    time: 'Die Zeiten stimmen',
  },
  attributes: 'Was der Identitätsanbieter sagt',
  fields: { subject: 'Identität', email: 'E-Mail', name: 'Name', groups: 'Gruppen' },
  roles: 'Rollen',
  outsideDomain:
    'Die Domain dieser E-Mail-Adresse ist nicht bestätigt. Nur wer noch kein Konto hat, kommt damit hinein.',
  received: 'Die Antwort, wie sie kam, ohne Signaturen',
};
