import type { MailTexts } from './english.ts';

export const dutch: MailTexts = {
  language: 'nl',
  greeting: 'Hallo {name},',
  greetingWithoutName: 'Hallo,',

  codes: {
    signup: {
      codeSubject: 'Uw aanmeldcode voor {product}',
      codeHeading: 'Uw aanmeldcode',
      codeIntro: 'Vul deze code in om uw account bij {product} aan te maken.',
      linkSubject: 'Rond uw aanmelding bij {product} af',
      linkHeading: 'Rond uw aanmelding af',
      linkIntro: 'Gebruik deze link om uw account bij {product} aan te maken.',
      button: 'Verdergaan met aanmelden',
      notYou:
        'Als u geen account hebt aangevraagd, negeer deze e-mail dan: zonder de code wordt er geen account aangemaakt.',
    },
    login: {
      codeSubject: 'Uw inlogcode voor {product}',
      codeHeading: 'Uw inlogcode',
      codeIntro: 'Vul deze code in om in te loggen bij {product}.',
      linkSubject: 'Uw inloglink voor {product}',
      linkHeading: 'Inloggen bij {product}',
      linkIntro: 'Gebruik deze link om in te loggen bij {product}.',
      button: 'Inloggen',
      notYou: 'Als u dit niet hebt aangevraagd, negeer deze e-mail dan: niemand kan zonder de code inloggen.',
    },
    reset: {
      codeSubject: 'Uw code voor een nieuw wachtwoord bij {product}',
      codeHeading: 'Uw code voor een nieuw wachtwoord',
      codeIntro: 'Vul deze code in om een nieuw wachtwoord voor {product} te kiezen.',
      linkSubject: 'Stel uw wachtwoord voor {product} opnieuw in',
      linkHeading: 'Stel uw wachtwoord opnieuw in',
      linkIntro: 'Gebruik deze link om een nieuw wachtwoord voor {product} te kiezen.',
      button: 'Nieuw wachtwoord kiezen',
      notYou: 'Als u dit niet hebt aangevraagd, negeer deze e-mail dan: uw wachtwoord blijft hetzelfde.',
    },
    verify: {
      codeSubject: 'Uw bevestigingscode voor {product}',
      codeHeading: 'Uw bevestigingscode',
      codeIntro: 'Vul deze code in om uw e-mailadres bij {product} te bevestigen.',
      linkSubject: 'Bevestig uw e-mailadres voor {product}',
      linkHeading: 'Bevestig uw e-mailadres',
      linkIntro: 'Gebruik deze link om uw e-mailadres bij {product} te bevestigen.',
      button: 'Adres bevestigen',
      notYou: 'Als u dit niet hebt aangevraagd, negeer deze e-mail dan: er verandert niets.',
    },
  },
  codeValidity: 'De code werkt één keer, {minutes} lang.',
  linkValidity: 'Link en code werken één keer, {minutes} lang.',
  secrecy: 'Deel de code met niemand, ook niet met mensen die zeggen dat ze voor {product} werken.',
  orButton: 'Of gebruik deze link in plaats van de code:',
  orCode: 'Of vul deze code zelf in:',
  linkHint: 'Als de knop niet werkt, open dan dit adres in uw browser:',
  more: 'nog {count}',
  keptApplications:
    'Deze toepassingen houden toegang tot uw account, totdat u ze op de pagina ervan ontkoppelt: {applications}.',

  notices: {
    signup_notice: {
      subject: 'U hebt al een account bij {product}',
      heading: 'U hebt al een account',
      paragraphs: [
        'Iemand, waarschijnlijk u, heeft geprobeerd zich met dit e-mailadres aan te melden bij {product}. Het adres heeft al een account, dus er is niets veranderd.',
        'Log in zoals voorheen. Als u het wachtwoord bent vergeten, vraag daar dan een nieuw aan.',
      ],
      button: 'Naar {product}',
      notYou: 'Als u het niet was, hoeft u niets te doen.',
    },
    invitation: {
      subject: 'U bent uitgenodigd voor {product}',
      heading: 'U bent uitgenodigd voor {product}',
      paragraphs: [
        '{product} nodigt u uit om met dit e-mailadres een account te openen.',
        'De link werkt één keer, tot {until}.',
      ],
      button: 'Uw account openen',
      notYou:
        'Als u dit niet verwachtte, negeer deze e-mail dan: zonder de link wordt er geen account geopend.',
    },
    organization_invitation: {
      subject: 'U bent uitgenodigd voor een organisatie bij {product}',
      heading: 'U bent uitgenodigd voor een organisatie',
      paragraphs: [
        'Iemand nodigt u uit om met dit e-mailadres lid te worden van de organisatie {organization} bij {product}.',
        'Als u een account hebt, log daar dan mee in. Anders kunt u er een openen. De link werkt één keer, tot {until}.',
      ],
      button: 'Uitnodiging accepteren',
      notYou: 'Als u dit niet verwachtte, negeer deze e-mail dan: zonder de link wordt u nergens lid van.',
    },
    password_changed: {
      subject: 'Uw wachtwoord voor {product} is gewijzigd',
      heading: 'Uw wachtwoord is gewijzigd',
      paragraphs: ['Het wachtwoord van uw account bij {product} is gewijzigd.'],
      button: '',
      notYou:
        'Als u het niet was, vraag dan meteen een nieuw wachtwoord aan en zorg dat niemand anders uw e-mail leest.',
    },
    email_changed: {
      subject: 'Uw e-mailadres voor {product} is gewijzigd',
      heading: 'Uw e-mailadres is gewijzigd',
      paragraphs: [
        'Het e-mailadres van uw account bij {product} is nu {newEmail}. E-mail voor het account gaat niet meer naar dit adres.',
      ],
      button: '',
      notYou:
        'Als u het niet was, neem dan meteen contact op met {product}: met het nieuwe adres kan iemand het account overnemen.',
    },
    email_change_asked: {
      subject: 'Uw e-mailadres voor {product} gaat veranderen',
      heading: 'Uw e-mailadres gaat veranderen',
      paragraphs: [
        'Iemand, waarschijnlijk u, wil uw account bij {product} gebruiken met het adres {newEmail}. De wijziging gaat in zodra die mailbox haar heeft bevestigd.',
        'Gebruik de link om dit adres te houden. Die werkt tot {until}, ook na de wijziging.',
      ],
      button: 'Dit adres houden',
      notYou:
        'Als u het niet was, is iemand anders bij uw account ingelogd: houd dit adres en vraag daarna een nieuw wachtwoord aan, waardoor alle sessies eindigen.',
    },
    email_change_made: {
      subject: 'Uw e-mailadres voor {product} is gewijzigd',
      heading: 'Uw e-mailadres is gewijzigd',
      paragraphs: [
        'Het e-mailadres van uw account bij {product} is nu {newEmail}. E-mail voor het account gaat niet meer naar dit adres.',
        'Gebruik de link om dit adres terug te zetten. Die werkt tot {until}.',
      ],
      button: 'Dit adres terugzetten',
      notYou:
        'Als u het niet was, zet dit adres dan terug, waardoor alle sessies en het wachtwoord eindigen, en vraag daarna een nieuw wachtwoord aan.',
    },
    account_returned: {
      subject: 'Uw adres is weer vrij bij {product}',
      heading: 'Uw adres is weer vrij',
      paragraphs: [
        'Het account bij {product} dat dit adres had, is terug bij de mailbox die het eerder had. De uwe is vrij: u kunt een eigen account openen.',
      ],
      button: '',
      notYou: 'Als het account van u was, neem dan contact op met {product}.',
    },
    account_back: {
      subject: 'Uw account bij {product} heeft dit adres terug',
      heading: 'Uw account is terug',
      paragraphs: [
        'Het adres van uw account bij {product} was gewijzigd in {newEmail}. Wie die mailbox leest, heeft gezegd dat het account niet van hem of haar is. Daarom heeft het weer dit adres.',
        'Alle sessies zijn beëindigd, het wachtwoord werkt niet meer en alles wat sindsdien is toegevoegd, is verwijderd. Een andere mail heeft een link voor een nieuw wachtwoord.',
      ],
      button: '',
      notYou:
        'Als u het adres niet hebt gewijzigd, was iemand anders bij uw account aangemeld. Dat is voorbij.',
    },
    provider_linked: {
      subject: 'Een nieuwe manier om in te loggen bij {product}',
      heading: 'Een nieuwe manier om in te loggen',
      paragraphs: ['U kunt nu met {provider} inloggen bij uw account bij {product}.'],
      button: '',
      notYou: 'Als u het niet was, wijzig dan meteen uw wachtwoord en ontkoppel {provider} in uw account.',
    },
    factor_added: {
      subject: 'Er is een tweede factor toegevoegd aan uw account bij {product}',
      heading: 'Er is een tweede factor toegevoegd',
      paragraphs: ['Uw account bij {product} heeft nu {factor} als tweede factor.'],
      button: '',
      notYou:
        'Als u het niet was, is iemand anders bij uw account ingelogd. Wijzig meteen uw wachtwoord, waardoor alle andere sessies eindigen, en verwijder de factor. Als u niet meer kunt inloggen, neem dan contact op met {product}.',
    },
    factor_removed: {
      subject: 'Er is een tweede factor verwijderd van uw account bij {product}',
      heading: 'Er is een tweede factor verwijderd',
      paragraphs: ['Deze tweede factor van uw account bij {product} is verwijderd: {factor}.'],
      button: '',
      notYou:
        'Als u het niet was, is iemand anders bij uw account ingelogd. Wijzig meteen uw wachtwoord, waardoor alle andere sessies eindigen, en voeg de factor weer toe.',
    },
    deletion_requested: {
      subject: 'Uw account bij {product} wordt verwijderd',
      heading: 'Uw account wordt verwijderd',
      paragraphs: [
        'Iemand heeft gevraagd om uw account bij {product} te verwijderen. Alle sessies ervan zijn beëindigd. Op {until} wordt alles verwijderd.',
        'Log eerder in om het account te houden.',
      ],
      button: '',
      notYou: 'Als u het niet was, log dan nu in en wijzig uw wachtwoord: het account blijft dan.',
    },
    deletion_cancelled: {
      subject: 'Uw account bij {product} blijft',
      heading: 'Uw account blijft',
      paragraphs: ['U hebt ingelogd bij {product}, dus uw account wordt niet verwijderd.'],
      button: '',
      notYou: 'Als u het niet was, wijzig dan meteen uw wachtwoord: iemand anders kan inloggen.',
    },
    deletion_prevented: {
      subject: 'Uw account bij {product} is niet verwijderd',
      heading: 'Uw account is niet verwijderd',
      paragraphs: [
        'Uw account bij {product} zou worden verwijderd. Het blijft, omdat niemand anders een organisatie met andere leden of de dienst zelf beheert.',
      ],
      button: '',
      notYou:
        'U kunt inloggen zoals voorheen. Draag over wat u beheert en verwijder het account dan opnieuw.',
    },
    account_deleted: {
      subject: 'Uw account bij {product} is verwijderd',
      heading: 'Uw account is verwijderd',
      paragraphs: ['Uw account bij {product} is weg, met alles wat erbij hoorde.'],
      button: '',
      notYou: 'Als u dit niet hebt gevraagd, neem dan contact op met {product}.',
    },
    organization_deleted: {
      subject: '{organization} is verwijderd bij {product}',
      heading: 'Uw organisatie is verwijderd',
      paragraphs: [
        'De organisatie {organization} bij {product}, waarvan u eigenaar bent, is verwijderd. De leden houden hun accounts.',
        'Tot {until} kan een superbeheerder van {product} haar herstellen.',
      ],
      button: '',
      notYou: 'Als u dit niet verwachtte, neem dan contact op met {product}.',
    },
    certificate_expiring: {
      subject: 'De login van {organization} bij {product} heeft een nieuw certificaat nodig',
      heading: 'Een certificaat van uw identiteitsprovider verloopt',
      paragraphs: [
        'De organisatie {organization} bij {product}, waarvan u eigenaar bent, laat mensen inloggen via haar identiteitsprovider ({connection}). Het laatste certificaat dat {product} daarvan kent, verloopt op {until}.',
        'Voer vóór die tijd het nieuwe certificaat in. Anders kan niemand er nog mee inloggen.',
      ],
      button: '',
      notYou: 'Als u deze login niet meer gebruikt, verwijder dan de verbinding.',
    },
    trust_lost: {
      subject: 'De login van {organization} bij {product} heeft uw goedkeuring nodig',
      heading: 'Keur een verbinding opnieuw goed',
      paragraphs: [
        'De organisatie {organization} bij {product}, waarvan u eigenaar bent, laat mensen inloggen via haar identiteitsprovider ({connection}). De persoon die deze verbinding heeft goedgekeurd, heeft rechten daarvoor verloren of heeft wijzigingen van het eigen account ongedaan gemaakt. Daardoor kan de verbinding uit staan, of kunnen eigenaren en beheerders er mogelijk niet meer mee inloggen.',
        'Als u de verbinding vertrouwt, sla deze dan opnieuw op en zet deze aan, of vraag {product} dit te doen.',
      ],
      button: '',
      notYou: 'Als u deze login niet meer gebruikt, verwijder dan de verbinding.',
    },
    domain_unproven: {
      subject: 'Het domein {domain} van {organization} bij {product} moet opnieuw worden bewezen',
      heading: 'Het record van uw domein is weg',
      paragraphs: [
        'De organisatie {organization} bij {product}, waarvan u eigenaar bent, heeft {domain} bewezen met een record in de DNS. De DNS heeft het niet meer.',
        'Voeg het record vóór {until} weer toe. Anders verliest {organization} het domein. De leden blijven.',
      ],
      button: '',
      notYou: 'Als het domein niet meer van u is, verwijder het dan uit de organisatie.',
    },
    factors_reset: {
      subject: 'Alle tweede factoren van uw account bij {product} zijn verwijderd',
      heading: 'Alle tweede factoren zijn verwijderd',
      paragraphs: [
        'Een superbeheerder van {product} heeft alle tweede factoren en herstelcodes van uw account verwijderd en alle sessies ervan beëindigd.',
        'U kunt weer inloggen zonder tweede factor. Voeg er daarna een toe.',
      ],
      button: '',
      notYou:
        'Als u dit niet hebt gevraagd, neem dan contact op met {product}: iemand kan het in uw naam hebben gevraagd. Wijzig ook uw wachtwoord.',
    },
    key_created: {
      subject: 'Een nieuwe API-sleutel voor {product}',
      heading: 'Er is een nieuwe API-sleutel gemaakt',
      paragraphs: [
        'Uw account bij {product} heeft de API-sleutel {key} gemaakt. Wie de sleutel heeft, kan {product} beheren binnen de rechten ervan.',
      ],
      button: '',
      notYou:
        'Als u het niet was, is iemand anders bij uw account ingelogd. Wijzig meteen uw wachtwoord, waardoor alle andere sessies eindigen, en trek de sleutel in de console in.',
    },
    recovery_codes_made: {
      subject: 'Nieuwe herstelcodes voor uw account bij {product}',
      heading: 'Nieuwe herstelcodes',
      paragraphs: ['Uw account bij {product} heeft nieuwe herstelcodes. De eerdere werken niet meer.'],
      button: '',
      notYou:
        'Als u het niet was, is iemand anders bij uw account ingelogd. Wijzig meteen uw wachtwoord, waardoor alle andere sessies eindigen, en maak nieuwe herstelcodes.',
    },
    app_codes_guessed: {
      subject: 'Onjuiste codes voor uw account bij {product}',
      heading: 'Iemand heeft onjuiste codes ingevuld',
      paragraphs: [
        'Iemand, misschien u, heeft bij {product} drie onjuiste codes van uw authenticator-app ingevuld, na een juist wachtwoord of een andere eerste stap.',
        'Na tien onjuiste codes op een dag accepteert {product} geen codes van de app meer. Een toegangssleutel, een herstelcode of een nieuw wachtwoord laat de codes weer werken.',
      ],
      button: '',
      notYou:
        'Als u het niet was, kent iemand uw wachtwoord of leest iemand uw e-mail. Wijzig meteen uw wachtwoord.',
    },
    recovery_code_used: {
      subject: 'Er is een herstelcode van uw account bij {product} gebruikt',
      heading: 'Er is een herstelcode gebruikt',
      paragraphs: [
        'Iemand, waarschijnlijk u, heeft een herstelcode van uw account bij {product} gebruikt. Codes die over zijn: {left}.',
        'U kunt altijd nieuwe codes maken. Als u uw tweede factor kwijt bent, verwijder die dan en voeg een andere toe.',
      ],
      button: '',
      notYou:
        'Als u het niet was, heeft iemand uw herstelcodes en nog een toegang tot uw account. Wijzig meteen uw wachtwoord en maak nieuwe herstelcodes.',
    },
    impersonated: {
      subject: 'Een beheerder gebruikt uw account bij {product}',
      heading: 'Een beheerder gebruikt uw account',
      paragraphs: [
        'Een beheerder van {product} ziet en gebruikt nu uw account, hoogstens een uur lang. De opgegeven reden is: {reason}',
        'De beheerder kan uw wachtwoord, e-mailadres en tweede factoren niet wijzigen, en het account niet exporteren of verwijderen. Elke handeling wordt vastgelegd.',
      ],
      button: '',
      notYou: 'Als u niet om hulp hebt gevraagd, neem dan contact op met {product}.',
    },
    settings_test: {
      subject: 'Testmail van {product}',
      heading: 'E-mail werkt',
      paragraphs: [
        'Een superbeheerder van {product} heeft deze e-mail gestuurd om de instellingen van de mailserver te testen.',
      ],
      button: '',
      notYou: 'U hoeft niets te doen.',
    },
    webhook_gone: {
      subject: 'Een webhook van {product} is uitgeschakeld',
      heading: 'Een webhook is uitgeschakeld',
      paragraphs: [
        'De ontvanger van de webhook {webhook} heeft geantwoord dat hij niet meer bestaat (410), dus {product} stuurt er niets meer heen.',
      ],
      button: '',
      notYou:
        'Als de ontvanger moet bestaan, herstel hem dan, schakel de webhook weer in en stuur opnieuw wat hij heeft gemist.',
    },
    webhook_failing: {
      subject: 'Een webhook van {product} is uitgeschakeld',
      heading: 'Een webhook is uitgeschakeld',
      paragraphs: [
        'Vijf dagen lang is geen enkel bericht aan de webhook {webhook} gelukt, dus {product} stuurt er niets meer heen.',
      ],
      button: '',
      notYou: 'Herstel de ontvanger, schakel de webhook weer in en stuur opnieuw wat hij heeft gemist.',
    },
    access_dropped: {
      subject: 'Eerdere manieren om in te loggen bij {product} zijn verwijderd',
      heading: 'Eerdere manieren om in te loggen zijn verwijderd',
      paragraphs: [
        '{provider} heeft {product} voor het eerst laten zien dat dit e-mailadres van u is. Iemand anders kan het account eerder hebben geopend, dus het wachtwoord, de sessies en de andere gekoppelde aanbieders zijn verwijderd.',
        'Als het wachtwoord van u was, vraag dan een nieuw wachtwoord aan.',
      ],
      button: '',
      notYou:
        'Als u het niet was, zorg dan dat niemand anders uw account bij {provider} kan gebruiken of uw mail kan lezen.',
    },
    member_access_dropped: {
      subject: 'Eerdere manieren om in te loggen bij {product} zijn verwijderd',
      heading: 'Eerdere manieren om in te loggen zijn verwijderd',
      paragraphs: [
        'U hebt voor het eerst laten zien dat dit e-mailadres van u is, en uw account is lid van {organization} bij {product}. Iemand anders kan het account eerder hebben geopend, dus het wachtwoord, de sessies en de gekoppelde aanbieders zijn verwijderd.',
        'Als het wachtwoord van u was, vraag dan een nieuw wachtwoord aan.',
      ],
      button: '',
      notYou: 'Als u het niet was, zorg dan dat niemand anders uw e-mail leest.',
    },
    mailbox_proven: {
      subject: 'U hebt uw e-mailadres voor {product} bevestigd',
      heading: 'U hebt uw e-mailadres bevestigd',
      paragraphs: [
        'Voor het eerst is bewezen dat deze mailbox bij het account bij {product} hoort. Iemand anders kan het account eerder hebben geopend.',
      ],
      button: '',
      notYou: 'Als u het niet was, zorg dan dat niemand anders uw e-mail leest.',
    },
    password_reset: {
      subject: 'Uw wachtwoord voor {product} is opnieuw ingesteld',
      heading: 'Uw wachtwoord is opnieuw ingesteld',
      paragraphs: [
        'Het wachtwoord van uw account bij {product} is opnieuw ingesteld met een code uit deze mailbox.',
        'Deze aanbieders blijven gekoppeld en kunnen nog bij het account inloggen: {providers}. Ontkoppel de aanbieders die u niet herkent.',
      ],
      button: '',
      notYou:
        'Als u het niet was, vraag dan meteen een nieuw wachtwoord aan en zorg dat niemand anders uw e-mail leest.',
    },
  },

  undo: {
    button: 'Dit was ik niet',
    change:
      'Als u het niet was, is iemand anders bij uw account ingelogd. Gebruik de link: die maakt de wijziging ongedaan en verwijdert alles wat in de zeven dagen ervoor en sindsdien aan het account is toegevoegd. Alle sessies eindigen en het wachtwoord werkt niet meer. De link werkt tot {until}.',
    account:
      'Als u het account niet zelf hebt geopend, gebruik dan de link: die beëindigt alle sessies en verwijdert alles wat toegang tot het account geeft. Stel daarna een eigen wachtwoord in. De link werkt tot {until}.',
    earlier:
      'Als u het account niet naar dit adres hebt verplaatst, gebruik dan de link: het account gaat terug naar de mailbox die het eerder had, en de uwe is vrij voor een eigen account. De link werkt tot {until}.',
  },

  proven: {
    earlier: 'Het account had eerder een andere mailbox, die het tot {until} kan terughalen.',
    opened: 'Het account is geopend {opening}.',
    openedAt: 'op {when}',
    openedBy: 'onder de naam {name}',
    openedWith: 'met {device}',
    openedFrom: 'vanaf {ipAddress}',
    password: 'Het account houdt zijn eerdere wachtwoord.',
    sessions:
      'Eerdere sessies blijven ingelogd: {sessions}. Als u er een niet herkent, kan iemand anders het account hebben geopend.',
    session: '{when} vanaf {ipAddress}',
    removed: 'Het volgende is verwijderd, omdat het van iemand anders kon zijn: {removed}.',
    credentials: {
      password: 'het wachtwoord',
      sessions: 'alle sessies',
      links: 'gekoppelde aanbieders',
      factors: 'tweede factoren',
      phone: 'het telefoonnummer',
    },
  },

  factors: {
    totp: 'een authenticator-app',
    passkey: 'een toegangssleutel',
  },
  when: 'Tijdstip',
  ipAddress: 'IP-adres',
  footer: 'Deze e-mail is automatisch verstuurd door {product}.',
};
