import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'De test is geslaagd',
  failed: 'De test is mislukt',
  passedText: 'Met deze verbinding kunnen mensen inloggen. De test heeft niemand ingelogd.',
  failures: {
    private_address:
      'Dit adres ligt in een privénetwerk dat deze dienst niet mag aanroepen. Vraag de persoon van wie u de link hebt om het toe te staan.',
    oidc_discovery:
      'De uitgever antwoordt niet met zijn configuratie, of heeft geen openbaar adres. Controleer de uitgever, of vraag de persoon van wie u de link hebt zijn netwerk toe te staan.',
    oidc_denied:
      'De identiteitsprovider heeft de login geweigerd. Controleer of de persoon de toepassing mag gebruiken.',
    oidc_authorization:
      'De identiteitsprovider heeft het verzoek niet aanvaard. Controleer de client-ID en het omleidingsadres.',
    oidc_token:
      'De identiteitsprovider heeft de client geweigerd. Controleer de client-ID en het clientgeheim.',
    oidc_id_token: 'Het ID-token kon niet worden gecontroleerd. Controleer de uitgever en de client-ID.',
    oidc_userinfo: 'De identiteitsprovider geeft het profiel van de persoon niet.',
    saml_status:
      'De identiteitsprovider heeft met een fout geantwoord. Controleer of de persoon de toepassing mag gebruiken.',
    saml_signature: 'De handtekening is niet van een bekend certificaat. Laad de metadata opnieuw.',
    saml_unsigned: 'De assertie is niet ondertekend. Zet de ondertekening van de assertie aan.',
    saml_algorithm: 'De identiteitsprovider gebruikt een oud algoritme. Kies RSA-SHA256 en SHA-256.',
    saml_encryption: 'De versleuteling klopt niet. Controleer de instellingen voor versleutelde asserties.',
    saml_issuer: 'Een andere identiteitsprovider heeft geantwoord. Laad de metadata opnieuw.',
    saml_destination: 'Het antwoord is voor een ander adres. Controleer het inlogadres (ACS-URL).',
    saml_recipient: 'Het antwoord is voor een andere ontvanger. Controleer het inlogadres (ACS-URL).',
    saml_audience: 'Het antwoord is voor een andere dienst. Controleer de entiteits-ID (audience).',
    saml_confirmation: 'Het antwoord zegt niet voor wie en tot wanneer het geldig is.',
    saml_request: 'Het antwoord hoort niet bij het verzoek. Begin bij deze test, niet bij de provider.',
    saml_time: 'Het antwoord is verlopen of nog niet geldig. Controleer de klok van de identiteitsprovider.',
    saml_name_id: 'De NameID is niet bruikbaar. Kies een permanente, of het e-mailadres.',
    email_missing:
      'De identiteitsprovider geeft geen e-mailadres. Voeg een attribuut of claim met de naam email toe.',
  },
  otherFailure: 'Het antwoord heeft niet de vorm die de standaard vereist.',
  detail: 'De precieze reden:',
  close: 'U kunt dit venster sluiten. Het resultaat staat ook waar de test begon.',
  verified: 'Wat klopt',
  rules: {
    discovery: 'De configuratie van de identiteitsprovider is gelezen',
    code: 'De identiteitsprovider aanvaardt de client',
    encryption: 'De assertie is versleuteld',
    signature: 'De handtekening is van de identiteitsprovider',
    issuer: 'De uitgever is de verwachte',
    audience: 'Het antwoord is voor deze dienst',
    recipient: 'Het antwoord is voor dit adres',
    request: 'Het antwoord hoort bij dit verzoek',
    time: 'De tijden kloppen',
  },
  attributes: 'Wat de identiteitsprovider zegt',
  fields: { subject: 'Identiteit', email: 'E-mailadres', name: 'Naam', groups: 'Groepen' },
  roles: 'Rollen',
  outsideDomain:
    'Het domein van dit e-mailadres is niet bevestigd. Mensen met zo’n adres kunnen alleen inloggen als ze nog geen account hebben.',
  received: 'Het antwoord zoals het kwam, zonder handtekeningen',
};
