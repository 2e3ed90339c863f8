import type { OperatorLanguage } from '../../lib/languages.ts';

/** The texts for the outcome of a test, on the page at its end and in the portal. */
interface TestTexts {
  passed: string;
  failed: string;
  passedText: string;
  /** The problem and the remedy, by the code of the failure. */
  failures: Readonly<Record<string, string>>;
  /** For a code without a text. */
  otherFailure: string;
  detail: string;
  close: string;
  verified: string;
  /** The passed checks, by their names. */
  rules: Readonly<Record<string, string>>;
  attributes: string;
  fields: Readonly<Record<'subject' | 'email' | 'name' | 'groups', string>>;
  roles: string;
  outsideDomain: string;
  received: string;
}

export const TEST_TEXTS: Readonly<Record<OperatorLanguage, TestTexts>> = {
  en: {
    passed: 'The test succeeded',
    failed: 'The test failed',
    passedText: 'This connection can sign people in. Nobody was signed in by this test.',
    failures: {
      oidc_discovery: 'The issuer does not answer with its configuration. Check the issuer.',
      oidc_denied:
        'The identity provider refused the sign-in. Check whether the person may use the application.',
      oidc_authorization:
        'The identity provider did not accept the request. Check the client ID and the redirect address.',
      oidc_token: 'The identity provider refused the client. Check the client ID and the client secret.',
      oidc_id_token: 'The ID token could not be verified. Check the issuer and the client ID.',
      oidc_userinfo: 'The identity provider does not give the profile of the person.',
      saml_status:
        'The identity provider answered with an error. Check whether the person may use the application.',
      saml_signature:
        'The signature is not from a known certificate. Sign the assertion, and load the metadata again.',
      saml_algorithm: 'The identity provider uses an old algorithm. Choose RSA-SHA256 and SHA-256.',
      saml_encryption: 'The encryption does not match. Check the settings for encrypted assertions.',
      saml_issuer: 'Another identity provider answered. Load the metadata again.',
      saml_destination: 'The answer is for another address. Check the sign-on address (ACS URL).',
      saml_recipient: 'The answer is for another recipient. Check the sign-on address (ACS URL).',
      saml_audience: 'The answer is for another service. Check the entity ID (audience).',
      saml_confirmation: 'The answer does not say for whom and until when it is valid.',
      saml_request: 'The answer does not belong to the request. Start from this test, not at the provider.',
      saml_time: 'The answer has expired, or is not valid yet. Check the clock of the identity provider.',
      saml_name_id: 'The NameID cannot be used. Choose a persistent one, or the email.',
      email_missing: 'The identity provider gives no email. Add an attribute or a claim with the name email.',
    },
    otherFailure: 'The answer does not have the form that the standard asks for.',
    detail: 'The exact reason:',
    close: 'You can close this window. The result is also shown where the test began.',
    verified: 'What holds',
    rules: {
      discovery: 'The configuration of the identity provider was read',
      code: 'The identity provider accepts the client',
      encryption: 'The assertion is encrypted',
      signature: 'The signature is from the identity provider',
      issuer: 'The issuer is the expected one',
      audience: 'The answer is for this service',
      recipient: 'The answer is for this address',
      request: 'The answer belongs to this request',
      time: 'The times are right',
    },
    attributes: 'What the identity provider says',
    fields: { subject: 'Identity', email: 'Email', name: 'Name', groups: 'Groups' },
    roles: 'Roles',
    outsideDomain:
      'The domain of this email is not verified. People with such an email can sign in only if they have no account yet.',
    received: 'The answer as it came, without signatures',
  },
  de: {
    passed: 'Der Test ist gelungen',
    failed: 'Der Test ist gescheitert',
    passedText: 'Diese Verbindung kann Personen anmelden. Der Test hat niemanden angemeldet.',
    failures: {
      oidc_discovery: 'Der Issuer antwortet nicht mit seiner Konfiguration. Prüfen Sie den Issuer.',
      oidc_denied:
        'Der Identitätsanbieter lehnt die Anmeldung ab. Prüfen Sie, ob die Person die Anwendung nutzen darf.',
      oidc_authorization:
        'Der Identitätsanbieter nimmt die Anfrage nicht an. Prüfen Sie Client-ID und Redirect-Adresse.',
      oidc_token: 'Der Identitätsanbieter lehnt den Client ab. Prüfen Sie Client-ID und Client-Secret.',
      oidc_id_token: 'Das ID-Token lässt sich nicht prüfen. Prüfen Sie Issuer und Client-ID.',
      oidc_userinfo: 'Der Identitätsanbieter gibt das Profil der Person nicht heraus.',
      saml_status:
        'Der Identitätsanbieter antwortet mit einem Fehler. Prüfen Sie, ob die Person die Anwendung nutzen darf.',
      saml_signature:
        'Die Signatur stammt von keinem bekannten Zertifikat. Signieren Sie die Assertion, und laden Sie die Metadaten neu.',
      saml_algorithm: 'Der Identitätsanbieter nutzt ein altes Verfahren. Wählen Sie RSA-SHA256 und SHA-256.',
      saml_encryption: 'Die Verschlüsselung passt nicht. Prüfen Sie die Einstellungen dafür.',
      saml_issuer: 'Ein anderer Identitätsanbieter hat geantwortet. Laden Sie die Metadaten neu.',
      saml_destination: 'Die Antwort ist für eine andere Adresse. Prüfen Sie die Anmeldeadresse (ACS-URL).',
      saml_recipient: 'Die Antwort ist für einen anderen Empfänger. Prüfen Sie die Anmeldeadresse (ACS-URL).',
      saml_audience: 'Die Antwort ist für einen anderen Dienst. Prüfen Sie die Entity-ID (Audience).',
      saml_confirmation: 'Die Antwort sagt nicht, für wen und wie lange sie gilt.',
      saml_request:
        'Die Antwort gehört nicht zur Anfrage. Beginnen Sie bei diesem Test, nicht beim Anbieter.',
      saml_time:
        'Die Antwort ist abgelaufen oder gilt noch nicht. Prüfen Sie die Uhr des Identitätsanbieters.',
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
  },
};
