import { plural } from '../../lib/plural.ts';
import type { AccountTexts } from '../en/account.ts';

const inForm = plural('nl');

/** The Dutch texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Weten wie u hier bent',
    profile: 'Uw naam, gebruikersnaam en foto zien',
    email: 'Uw e-mailadres zien',
    phone: 'Uw telefoonnummer zien',
    address: 'Uw adres zien',
    offline_access: 'Verbonden blijven terwijl u bent uitgelogd',
  },

  profile: {
    title: 'Profiel',
    handle: 'Gebruikersnaam',
    phone: 'Telefoon',
    picture: 'Foto wijzigen',
    upload: 'Foto kiezen',
    unreadable: 'Uw browser kan dit bestand niet als afbeelding lezen.',
    cropText: 'Sleep de foto, of verplaats hem met de pijltoetsen.',
    zoom: 'Zoom',
    verified: 'Bevestigd',
    unverified: 'Niet bevestigd',
    verify: 'E-mailadres bevestigen',
    changeEmail: 'E-mailadres wijzigen',
    newEmail: 'Nieuw e-mailadres',
    pending: (email) =>
      `Bevestig ${email} om het te gebruiken. Open de e-mail die we daarheen hebben gestuurd of vul de code in.`,
    verifySent: (email) => `We hebben een code naar ${email} gestuurd. Die is tien minuten geldig.`,
    confirm: 'E-mailadres bevestigen',
    emailSaved: 'Uw e-mailadres is gewijzigd.',
    emailVerified: 'Uw e-mailadres is bevestigd.',
  },

  passwords: {
    title: 'Wachtwoord',
    intro: 'Een nieuw wachtwoord beëindigt alle andere sessies.',
    change: 'Wachtwoord wijzigen',
    save: 'Wachtwoord opslaan',
    saved: 'Het nieuwe wachtwoord is opgeslagen. Alle andere sessies zijn beëindigd.',
  },

  factors: {
    title: 'Tweede stap',
    intro: 'Met een tweede stap is alleen een wachtwoord of mailbox niet genoeg om in te loggen.',
    required:
      'Uw account heeft een tweede stap nodig voordat u verder kunt. Voeg een authenticator-app of toegangssleutel toe.',
    app: 'Authenticator-app',
    appOn: (date) => `Actief sinds ${date}.`,
    appOff: 'Zes cijfers uit een app op uw telefoon.',
    addApp: 'Authenticator-app toevoegen',
    replaceApp: 'Vervangen',
    removeApp: 'De authenticator-app verwijderen?',
    removeAppText: 'De codes ervan werken hier dan niet meer. U kunt er weer een toevoegen.',
    scan: 'Scan dit met uw authenticator-app. Als dat niet lukt, vul het geheim dan in de app in.',
    qr: 'QR-code met het geheim hieronder',
    secret: 'Geheim',
    copySecret: 'Geheim kopiëren',
    confirmApp: 'Vul daarna de zes cijfers in die de app toont.',
    appAdded: 'De authenticator-app is toegevoegd.',
    appRemoved: 'De authenticator-app is verwijderd.',
    passkeys: 'Toegangssleutels',
    passkeysText: 'Log in met vingerafdruk, gezicht of pincode, zonder wachtwoord.',
    addPasskey: 'Toegangssleutel toevoegen',
    passkeyAdded: 'De toegangssleutel is toegevoegd.',
    passkeyRemoved: 'De toegangssleutel is verwijderd.',
    passkeyName: 'Naam van de toegangssleutel',
    removePasskey: (name) => `De toegangssleutel ‘${name}’ verwijderen?`,
    removePasskeyText: 'U kunt er niet meer mee inloggen. Verwijder die ook in uw wachtwoordbeheerder.',
    synced: 'gesynchroniseerd',
    recovery: 'Herstelcodes',
    recoveryLeft: (left) =>
      inForm(left, { one: `Er is nog ${left} code over.`, other: `Er zijn nog ${left} codes over.` }),
    recoveryText: 'Voor als u uw telefoon of toegangssleutel kwijtraakt. Elke code werkt één keer.',
    renewCodes: 'Nieuwe codes maken',
    renewTitle: 'Nieuwe herstelcodes maken?',
    renewText: 'Uw huidige codes werken dan niet meer.',
    codesTitle: 'Bewaar uw herstelcodes',
    codesText: 'U ziet deze codes niet nog eens. Bewaar ze op een plek waar u zonder uw telefoon bij kunt.',
    copyCodes: 'Codes kopiëren',
    downloadCodes: 'Codes downloaden',
    codesFile: 'herstelcodes.txt',
    codesSaved: 'Ik heb ze bewaard',
  },

  links: {
    title: 'Gekoppelde accounts',
    intro: 'Log in met een account dat u elders hebt.',
    connect: (label) => `${label} koppelen`,
    disconnect: (label) => `${label} ontkoppelen`,
    since: (date) => `Gekoppeld op ${date}`,
    none: 'Niet gekoppeld',
    disconnected: (label) => `${label} is ontkoppeld.`,
  },

  applications: {
    title: 'Gekoppelde toepassingen',
    intro: 'Deze toepassingen mogen uw account gebruiken zoals u hebt toegestaan.',
    unused: 'nu niet in gebruik',
    disconnect: 'Ontkoppelen',
    disconnectOne: (name) => `${name} ontkoppelen`,
    disconnectTitle: (name) => `${name} ontkoppelen?`,
    disconnectText:
      'De toepassing verliest meteen alle toegang tot uw account. De volgende keer dat u ermee inlogt, vraagt zij het opnieuw.',
    disconnected: (name) => `${name} is ontkoppeld.`,
  },

  sessions: {
    title: 'Sessies',
    intro: 'Waar u bent ingelogd. Als u een sessie niet herkent, beëindig die dan en wijzig uw wachtwoord.',
    current: 'Deze',
    device: (browser, system) => `${browser} op ${system}`,
    unknown: 'Onbekend apparaat',
    acting: 'Een beheerder handelt namens u',
    end: 'Beëindigen',
    endOne: (device) => `De sessie van ${device} beëindigen`,
    ended: 'De sessie is beëindigd.',
    othersEnded: (count) =>
      inForm(count, {
        one: `${count} ander apparaat is uitgelogd.`,
        other: `${count} andere apparaten zijn uitgelogd.`,
      }),
    everywhereTitle: 'Overal uitloggen?',
    everywhereText: 'U wordt op alle apparaten uitgelogd, ook op dit.',
    active: (time) => `${time} actief`,
  },

  data: {
    title: 'Uw gegevens',
    export: 'Uw gegevens exporteren',
    exportText: 'Alles wat we over uw account bewaren, als JSON-bestand.',
    exportFile: 'account.json',
    delete: 'Account verwijderen',
    deleteText: 'Verwijdert uw account en alles wat erbij hoort.',
    deleteTitle: (email) => `${email} verwijderen?`,
    deleteAsk: (days) => {
      const ending = 'U wordt op alle apparaten uitgelogd.';
      const typing = 'Vul uw e-mailadres in om door te gaan.';
      if (days === null) return `${ending} Uw account wordt verwijderd. ${typing}`;
      if (days === 0)
        return `${ending} Uw account en alles wat erbij hoort, worden meteen verwijderd, en niemand kan ze herstellen. ${typing}`;
      const kept = inForm(days, {
        one: `Uw account wordt over ${days} dag verwijderd. Als u eerder inlogt, houdt u het.`,
        other: `Uw account wordt over ${days} dagen verwijderd. Als u eerder inlogt, houdt u het.`,
      });
      return `${ending} ${kept} ${typing}`;
    },
    deleteButton: 'Account verwijderen',
    gone: 'Uw account is verwijderd',
    goneText: 'U bent op alle apparaten uitgelogd.',
    going: 'Uw account wordt verwijderd',
    goingText: (date) =>
      `U bent op alle apparaten uitgelogd. Het account wordt op ${date} verwijderd. Log eerder in om het te houden.`,
  },
};
