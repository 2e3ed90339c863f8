import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'Test się powiódł',
  failed: 'Test się nie powiódł',
  passedText: 'Przez to połączenie można się logować. Test nikogo nie zalogował.',
  failures: {
    private_address:
      'Ten adres jest w sieci prywatnej, z którą ta usługa nie może się łączyć. Poproś osobę, od której masz link, aby na to zezwoliła.',
    oidc_discovery:
      'Wystawca nie odpowiada swoją konfiguracją lub nie ma publicznego adresu. Sprawdź wystawcę albo poproś osobę, od której masz link, o zezwolenie na jego sieć.',
    oidc_denied: 'Dostawca tożsamości odmówił logowania. Sprawdź, czy ta osoba może używać aplikacji.',
    oidc_authorization:
      'Dostawca tożsamości nie przyjął żądania. Sprawdź identyfikator klienta i adres przekierowania.',
    oidc_token: 'Dostawca tożsamości odrzucił klienta. Sprawdź identyfikator i sekret klienta.',
    oidc_id_token: 'Nie udało się zweryfikować tokenu ID. Sprawdź wystawcę i identyfikator klienta.',
    oidc_userinfo: 'Dostawca tożsamości nie podaje profilu tej osoby.',
    saml_status: 'Dostawca tożsamości odpowiedział błędem. Sprawdź, czy ta osoba może używać aplikacji.',
    saml_signature: 'Podpis nie pochodzi ze znanego certyfikatu. Wczytaj metadane ponownie.',
    saml_unsigned: 'Asercja nie jest podpisana. Włącz podpisywanie asercji.',
    saml_algorithm: 'Dostawca tożsamości używa starego algorytmu. Wybierz RSA-SHA256 i SHA-256.',
    saml_encryption: 'Szyfrowanie się nie zgadza. Sprawdź ustawienia szyfrowanych asercji.',
    saml_issuer: 'Odpowiedział inny dostawca tożsamości. Wczytaj metadane ponownie.',
    saml_destination: 'Odpowiedź jest dla innego adresu. Sprawdź adres logowania (ACS URL).',
    saml_recipient: 'Odpowiedź jest dla innego odbiorcy. Sprawdź adres logowania (ACS URL).',
    saml_audience: 'Odpowiedź jest dla innej usługi. Sprawdź identyfikator jednostki (audience).',
    saml_confirmation: 'Odpowiedź nie mówi, dla kogo i do kiedy jest ważna.',
    saml_request: 'Odpowiedź nie pasuje do żądania. Zacznij od tego testu, a nie u dostawcy.',
    saml_time: 'Odpowiedź wygasła lub nie jest jeszcze ważna. Sprawdź zegar dostawcy tożsamości.',
    saml_name_id: 'NameID nie nadaje się do użycia. Wybierz trwały identyfikator lub e-mail.',
    email_missing: 'Dostawca tożsamości nie podaje adresu e-mail. Dodaj atrybut lub claim o nazwie email.',
  },
  otherFailure: 'Odpowiedź nie ma postaci, której wymaga standard.',
  detail: 'Dokładny powód:',
  close: 'Możesz zamknąć to okno. Wynik widać też tam, gdzie test się zaczął.',
  verified: 'Co się zgadza',
  rules: {
    discovery: 'Odczytano konfigurację dostawcy tożsamości',
    code: 'Dostawca tożsamości przyjmuje klienta',
    encryption: 'Asercja jest zaszyfrowana',
    signature: 'Podpis pochodzi od dostawcy tożsamości',
    issuer: 'Wystawca jest właściwy',
    audience: 'Odpowiedź jest dla tej usługi',
    recipient: 'Odpowiedź jest dla tego adresu',
    request: 'Odpowiedź pasuje do tego żądania',
    time: 'Czasy się zgadzają',
  },
  attributes: 'Co mówi dostawca tożsamości',
  fields: { subject: 'Tożsamość', email: 'E-mail', name: 'Imię i nazwisko', groups: 'Grupy' },
  roles: 'Role',
  outsideDomain:
    'Domena tego adresu e-mail nie jest potwierdzona. Osoby z takim adresem mogą się zalogować tylko wtedy, gdy nie mają jeszcze konta.',
  received: 'Odpowiedź w otrzymanej postaci, bez podpisów',
};
