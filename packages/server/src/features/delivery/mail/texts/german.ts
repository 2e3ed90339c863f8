import type { MailTexts } from './english.ts';

export const german: MailTexts = {
  language: 'de',
  greeting: 'Guten Tag {name},',
  greetingWithoutName: 'Guten Tag,',

  codes: {
    signup: {
      codeSubject: 'Ihr Code zur Registrierung bei {product}',
      codeHeading: 'Ihr Code zur Registrierung',
      codeIntro: 'Geben Sie diesen Code ein, um Ihr Konto bei {product} anzulegen.',
      linkSubject: 'Ihre Registrierung bei {product} abschließen',
      linkHeading: 'Registrierung abschließen',
      linkIntro: 'Mit diesem Link legen Sie Ihr Konto bei {product} an.',
      button: 'Registrierung fortsetzen',
      notYou:
        'Wenn Sie kein Konto wollten, können Sie diese Mail ignorieren: Ohne den Code wird keines angelegt.',
    },
    login: {
      codeSubject: 'Ihr Anmeldecode für {product}',
      codeHeading: 'Ihr Anmeldecode',
      codeIntro: 'Geben Sie diesen Code ein, um sich bei {product} anzumelden.',
      linkSubject: 'Ihr Anmeldelink für {product}',
      linkHeading: 'Bei {product} anmelden',
      linkIntro: 'Mit diesem Link melden Sie sich bei {product} an.',
      button: 'Anmelden',
      notYou:
        'Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Ohne den Code kann sich niemand anmelden.',
    },
    reset: {
      codeSubject: 'Ihr Code für ein neues Passwort bei {product}',
      codeHeading: 'Ihr Code für ein neues Passwort',
      codeIntro: 'Geben Sie diesen Code ein, um ein neues Passwort für {product} zu wählen.',
      linkSubject: 'Neues Passwort für {product} wählen',
      linkHeading: 'Neues Passwort wählen',
      linkIntro: 'Mit diesem Link wählen Sie ein neues Passwort für {product}.',
      button: 'Neues Passwort wählen',
      notYou:
        'Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Ihr Passwort bleibt, wie es ist.',
    },
    verify: {
      codeSubject: 'Ihr Bestätigungscode für {product}',
      codeHeading: 'Ihr Bestätigungscode',
      codeIntro: 'Geben Sie diesen Code ein, um Ihre E-Mail-Adresse bei {product} zu bestätigen.',
      linkSubject: 'Bestätigen Sie Ihre E-Mail-Adresse für {product}',
      linkHeading: 'E-Mail-Adresse bestätigen',
      linkIntro: 'Mit diesem Link bestätigen Sie Ihre E-Mail-Adresse bei {product}.',
      button: 'Adresse bestätigen',
      notYou:
        'Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Es ändert sich nichts.',
    },
  },
  codeValidity: 'Der Code gilt einmal, {minutes} lang.',
  linkValidity: 'Link und Code gelten einmal, {minutes} lang.',
  secrecy: 'Geben Sie den Code niemandem, auch nicht Leuten, die sagen, dass sie für {product} arbeiten.',
  orButton: 'Oder nehmen Sie statt des Codes diesen Link:',
  orCode: 'Oder geben Sie diesen Code von Hand ein:',
  linkHint: 'Wenn der Knopf nicht geht, öffnen Sie diese Adresse im Browser:',
  more: '{count} weitere',
  keptApplications:
    'Diese Anwendungen behalten Zugriff auf Ihr Konto, bis Sie sie auf der Kontoseite trennen: {applications}.',

  notices: {
    signup_notice: {
      subject: 'Sie haben schon ein Konto bei {product}',
      heading: 'Sie haben schon ein Konto',
      paragraphs: [
        'Jemand, wahrscheinlich Sie selbst, wollte sich mit dieser E-Mail-Adresse bei {product} registrieren. Sie hat schon ein Konto; deshalb wurde nichts geändert.',
        'Melden Sie sich an wie bisher. Wenn Sie das Passwort vergessen haben, fordern Sie dort ein neues an.',
      ],
      button: 'Zu {product}',
      notYou: 'Wenn Sie das nicht waren, müssen Sie nichts tun.',
    },
    invitation: {
      subject: 'Einladung zu {product}',
      heading: 'Sie sind zu {product} eingeladen',
      paragraphs: [
        '{product} lädt Sie ein, mit dieser E-Mail-Adresse ein Konto anzulegen.',
        'Der Link gilt einmal, bis {until}.',
      ],
      button: 'Konto anlegen',
      notYou:
        'Wenn Sie das nicht erwartet haben, können Sie diese Mail ignorieren: Ohne den Link wird kein Konto angelegt.',
    },
    organization_invitation: {
      subject: 'Einladung zu einer Organisation bei {product}',
      heading: 'Sie sind in eine Organisation eingeladen',
      paragraphs: [
        'Sie sind eingeladen, der Organisation {organization} bei {product} mit dieser E-Mail-Adresse beizutreten.',
        'Wenn Sie ein Konto haben, melden Sie sich damit an. Sonst können Sie eines anlegen. Der Link gilt einmal, bis {until}.',
      ],
      button: 'Einladung annehmen',
      notYou:
        'Wenn Sie das nicht erwartet haben, können Sie diese Mail ignorieren: Ohne den Link treten Sie nichts bei.',
    },
    password_changed: {
      subject: 'Ihr Passwort für {product} wurde geändert',
      heading: 'Ihr Passwort wurde geändert',
      paragraphs: ['Das Passwort Ihres Kontos bei {product} wurde geändert.'],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an, und sorgen Sie dafür, dass niemand sonst Ihre Mails liest.',
    },
    email_changed: {
      subject: 'Ihre E-Mail-Adresse für {product} wurde geändert',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        'Die E-Mail-Adresse Ihres Kontos bei {product} ist jetzt {newEmail}. Mails zu diesem Konto kommen nicht mehr an diese Adresse.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, wenden Sie sich sofort an {product}: Mit der neuen Adresse lässt sich das Konto übernehmen.',
    },
    email_change_asked: {
      subject: 'Ihre E-Mail-Adresse für {product} soll geändert werden',
      heading: 'Ihre E-Mail-Adresse soll geändert werden',
      paragraphs: [
        'Jemand, wahrscheinlich Sie selbst, möchte Ihr Konto bei {product} mit der Adresse {newEmail} verwenden. Die Änderung gilt, sobald sie aus diesem Postfach bestätigt ist.',
        'Mit dem Link behalten Sie die bisherige Adresse. Er gilt bis {until}, auch nach der Änderung.',
      ],
      button: 'Bisherige Adresse behalten',
      notYou:
        'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet: Behalten Sie die bisherige Adresse, und fordern Sie dann ein neues Passwort an, das beendet alle Sitzungen.',
    },
    email_change_made: {
      subject: 'Ihre E-Mail-Adresse für {product} wurde geändert',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        'Die E-Mail-Adresse Ihres Kontos bei {product} ist jetzt {newEmail}. Mails zu diesem Konto kommen nicht mehr an diese Adresse.',
        'Mit dem Link holen Sie diese Adresse zurück. Er gilt bis {until}.',
      ],
      button: 'Diese Adresse zurückholen',
      notYou:
        'Wenn Sie das nicht waren, holen Sie diese Adresse zurück, das beendet alle Sitzungen und das Passwort, und fordern Sie danach ein neues an.',
    },
    account_returned: {
      subject: 'Ihre Adresse ist bei {product} wieder frei',
      heading: 'Ihre Adresse ist wieder frei',
      paragraphs: [
        'Das Konto bei {product} mit dieser Adresse ist wieder bei dem Postfach, das es vorher hatte. Ihres ist frei: Sie können ein eigenes Konto eröffnen.',
      ],
      button: '',
      notYou: 'Wenn das Konto Ihres war, wenden Sie sich an {product}.',
    },
    account_back: {
      subject: 'Ihr Konto bei {product} hat diese Adresse zurück',
      heading: 'Ihr Konto ist zurück',
      paragraphs: [
        'Die Adresse Ihres Kontos bei {product} war in {newEmail} geändert worden. Wer jenes Postfach liest, hat gesagt, dass ihm das Konto nicht gehört. Deshalb hat es wieder diese Adresse.',
        'Alle Sitzungen sind beendet, das Passwort gilt nicht mehr, und alles seither Hinzugefügte ist entfernt. Eine weitere Mail hat einen Link für ein neues Passwort.',
      ],
      button: '',
      notYou:
        'Wenn Sie die Adresse nicht geändert haben, war jemand anderes in Ihrem Konto angemeldet. Das ist vorbei.',
    },
    provider_linked: {
      subject: 'Ein neuer Weg, sich bei {product} anzumelden',
      heading: 'Ein neuer Weg, sich anzumelden',
      paragraphs: ['Ab jetzt kann man sich mit {provider} an Ihrem Konto bei {product} anmelden.'],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und entfernen Sie {provider} aus Ihrem Konto.',
    },
    factor_added: {
      subject: 'Ihr Konto bei {product} hat einen neuen zweiten Faktor',
      heading: 'Neuer zweiter Faktor',
      paragraphs: ['Zu Ihrem Konto bei {product} gehört jetzt dieser zweite Faktor: {factor}.'],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Ändern Sie sofort Ihr Passwort, das beendet alle anderen Sitzungen, und entfernen Sie den Faktor. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an {product}.',
    },
    factor_removed: {
      subject: 'Ein zweiter Faktor Ihres Kontos bei {product} wurde entfernt',
      heading: 'Ein zweiter Faktor wurde entfernt',
      paragraphs: ['Dieser zweite Faktor Ihres Kontos bei {product} wurde entfernt: {factor}.'],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Ändern Sie sofort Ihr Passwort, das beendet alle anderen Sitzungen, und fügen Sie den Faktor wieder hinzu.',
    },
    deletion_requested: {
      subject: 'Ihr Konto bei {product} wird gelöscht',
      heading: 'Ihr Konto wird gelöscht',
      paragraphs: [
        'Jemand hat darum gebeten, Ihr Konto bei {product} zu löschen. Alle Sitzungen sind beendet. Am {until} wird alles gelöscht.',
        'Um das Konto zu behalten, melden Sie sich vorher an.',
      ],
      button: '',
      notYou:
        'Wenn Sie es nicht waren, melden Sie sich jetzt an und ändern Sie Ihr Passwort: Dann bleibt das Konto.',
    },
    deletion_cancelled: {
      subject: 'Ihr Konto bei {product} bleibt',
      heading: 'Ihr Konto bleibt',
      paragraphs: ['Sie haben sich bei {product} angemeldet, deshalb wird Ihr Konto nicht gelöscht.'],
      button: '',
      notYou: 'Wenn Sie es nicht waren, ändern Sie sofort Ihr Passwort: Jemand anderes kann sich anmelden.',
    },
    deletion_prevented: {
      subject: 'Ihr Konto bei {product} wurde nicht gelöscht',
      heading: 'Ihr Konto wurde nicht gelöscht',
      paragraphs: [
        'Ihr Konto bei {product} sollte gelöscht werden. Es bleibt, weil sonst niemand eine Organisation mit weiteren Mitgliedern oder den Dienst selbst verwaltet.',
      ],
      button: '',
      notYou:
        'Sie können sich wie bisher anmelden. Übergeben Sie, was Sie verwalten, und löschen Sie das Konto dann erneut.',
    },
    account_deleted: {
      subject: 'Ihr Konto bei {product} wurde gelöscht',
      heading: 'Ihr Konto wurde gelöscht',
      paragraphs: ['Ihr Konto bei {product} ist gelöscht, mit allem, was dazu gehörte.'],
      button: '',
      notYou: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich an {product}.',
    },
    organization_deleted: {
      subject: '{organization} wurde bei {product} gelöscht',
      heading: 'Ihre Organisation wurde gelöscht',
      paragraphs: [
        'Die Organisation {organization} bei {product}, die Ihnen gehört, wurde gelöscht. Ihre Mitglieder behalten ihre Konten.',
        'Bis {until} kann ein Superadmin von {product} sie wiederherstellen.',
      ],
      button: '',
      notYou: 'Wenn Sie das nicht erwartet haben, wenden Sie sich an {product}.',
    },
    certificate_expiring: {
      subject: 'Die Anmeldung von {organization} bei {product} braucht ein neues Zertifikat',
      heading: 'Ein Zertifikat Ihres Identitätsanbieters läuft ab',
      paragraphs: [
        'Die Organisation {organization} bei {product}, die Ihnen gehört, meldet Personen über ihren Identitätsanbieter an ({connection}). Das letzte Zertifikat, das {product} von ihm kennt, läuft am {until} ab.',
        'Tragen Sie vorher das neue ein. Sonst kann sich niemand mehr darüber anmelden.',
      ],
      button: '',
      notYou: 'Wenn Sie diese Anmeldung nicht mehr nutzen, löschen Sie die Verbindung.',
    },
    trust_lost: {
      subject: 'Die Anmeldung von {organization} bei {product} braucht Ihre Freigabe',
      heading: 'Geben Sie eine Verbindung erneut frei',
      paragraphs: [
        'Die Organisation {organization} bei {product}, die Ihnen gehört, meldet Personen über ihren Identitätsanbieter an ({connection}). Wer diese Verbindung freigegeben hat, hat Rechte dafür verloren oder Änderungen am eigenen Konto rückgängig gemacht. Die Verbindung ist deshalb womöglich aus, oder Eigentümer und Admins können sich nicht mehr darüber anmelden.',
        'Wenn Sie der Verbindung vertrauen, speichern Sie sie erneut und schalten Sie sie ein, oder bitten Sie {product} darum.',
      ],
      button: '',
      notYou: 'Wenn Sie diese Anmeldung nicht mehr nutzen, löschen Sie die Verbindung.',
    },
    domain_unproven: {
      subject: 'Die Domain {domain} von {organization} bei {product} muss wieder nachgewiesen werden',
      heading: 'Der Eintrag Ihrer Domain fehlt',
      paragraphs: [
        'Die Organisation {organization} bei {product}, die Ihnen gehört, hat {domain} durch einen Eintrag im DNS nachgewiesen. Er ist dort nicht mehr zu finden.',
        'Tragen Sie ihn vor dem {until} wieder ein. Sonst verliert {organization} die Domain. Ihre Mitglieder bleiben.',
      ],
      button: '',
      notYou: 'Wenn Ihnen die Domain nicht mehr gehört, entfernen Sie sie aus der Organisation.',
    },
    factors_reset: {
      subject: 'Alle zweiten Faktoren Ihres Kontos bei {product} wurden entfernt',
      heading: 'Alle zweiten Faktoren wurden entfernt',
      paragraphs: [
        'Ein Superadmin von {product} hat alle zweiten Faktoren und Wiederherstellungscodes Ihres Kontos entfernt und alle Sitzungen beendet.',
        'Sie können sich wieder ohne zweiten Faktor anmelden. Fügen Sie danach einen neuen hinzu.',
      ],
      button: '',
      notYou:
        'Wenn Sie nicht darum gebeten haben, wenden Sie sich an {product}: Vielleicht hat es jemand in Ihrem Namen getan. Ändern Sie auch Ihr Passwort.',
    },
    key_created: {
      subject: 'Ein neuer API-Schlüssel für {product}',
      heading: 'Ein neuer API-Schlüssel wurde erstellt',
      paragraphs: [
        'Ihr Konto bei {product} hat den API-Schlüssel {key} erstellt. Wer ihn hat, kann {product} im Rahmen seiner Rechte verwalten.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Ändern Sie sofort Ihr Passwort, das beendet alle anderen Sitzungen, und widerrufen Sie den Schlüssel in der Konsole.',
    },
    recovery_codes_made: {
      subject: 'Neue Wiederherstellungscodes für Ihr Konto bei {product}',
      heading: 'Neue Wiederherstellungscodes',
      paragraphs: [
        'Ihr Konto bei {product} hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Ändern Sie sofort Ihr Passwort, das beendet alle anderen Sitzungen, und erzeugen Sie neue Wiederherstellungscodes.',
    },
    app_codes_guessed: {
      subject: 'Falsche Codes für Ihr Konto bei {product}',
      heading: 'Jemand hat falsche Codes eingegeben',
      paragraphs: [
        'Jemand, vielleicht Sie, hat bei {product} drei falsche Codes Ihrer Authenticator-App eingegeben, nach dem richtigen Passwort oder einem anderen ersten Schritt.',
        'Nach zehn falschen Codes an einem Tag nimmt {product} keinen Code der App mehr an. Ein Passkey, ein Wiederherstellungscode oder ein neues Passwort lässt die Codes wieder gelten.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort oder liest Ihre Mails. Ändern Sie sofort Ihr Passwort.',
    },
    recovery_code_used: {
      subject: 'Ein Wiederherstellungscode Ihres Kontos bei {product} wurde verwendet',
      heading: 'Ein Wiederherstellungscode wurde verwendet',
      paragraphs: [
        'Jemand, vermutlich Sie, hat einen Wiederherstellungscode Ihres Kontos bei {product} verwendet. Übrige Codes: {left}.',
        'Sie können jederzeit neue Codes erzeugen. Wenn Sie Ihren zweiten Faktor verloren haben, entfernen Sie ihn und fügen Sie einen neuen hinzu.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, hat jemand Ihre Wiederherstellungscodes und einen anderen Weg in Ihr Konto. Ändern Sie sofort Ihr Passwort, und erzeugen Sie neue Wiederherstellungscodes.',
    },
    impersonated: {
      subject: 'Ein Administrator verwendet Ihr Konto bei {product}',
      heading: 'Ein Administrator verwendet Ihr Konto',
      paragraphs: [
        'Ein Administrator von {product} sieht und verwendet jetzt Ihr Konto, höchstens eine Stunde lang. Er nennt diesen Grund: {reason}',
        'Er kann weder Ihr Passwort, Ihre E-Mail-Adresse oder Ihre zweiten Faktoren ändern noch das Konto exportieren oder löschen. Alles, was er tut, wird aufgezeichnet.',
      ],
      button: '',
      notYou: 'Wenn Sie nicht um Hilfe gebeten haben, wenden Sie sich an {product}.',
    },
    settings_test: {
      subject: 'Testmail von {product}',
      heading: 'Der Mailversand funktioniert',
      paragraphs: [
        'Ein Superadmin von {product} hat diese Mail verschicken lassen, um die Einstellungen des Mailservers zu prüfen.',
      ],
      button: '',
      notYou: 'Sie müssen nichts tun.',
    },
    webhook_gone: {
      subject: 'Ein Webhook von {product} wurde abgeschaltet',
      heading: 'Ein Webhook wurde abgeschaltet',
      paragraphs: [
        'Der Empfänger des Webhooks {webhook} hat geantwortet, dass es ihn nicht mehr gibt (410). {product} schickt ihm deshalb nichts mehr.',
      ],
      button: '',
      notYou:
        'Wenn es den Empfänger geben soll, reparieren Sie ihn, schalten Sie den Webhook wieder ein, und lassen Sie nachliefern, was ihm fehlt.',
    },
    webhook_failing: {
      subject: 'Ein Webhook von {product} wurde abgeschaltet',
      heading: 'Ein Webhook wurde abgeschaltet',
      paragraphs: [
        'Fünf Tage lang kam keine Nachricht beim Webhook {webhook} an. {product} schickt ihm deshalb nichts mehr.',
      ],
      button: '',
      notYou:
        'Reparieren Sie den Empfänger, schalten Sie den Webhook wieder ein, und lassen Sie nachliefern, was ihm fehlt.',
    },
    access_dropped: {
      subject: 'Frühere Wege, sich bei {product} anzumelden, wurden entfernt',
      heading: 'Frühere Wege, sich anzumelden, wurden entfernt',
      paragraphs: [
        '{provider} hat {product} zum ersten Mal gezeigt, dass diese E-Mail-Adresse Ihnen gehört. Vorher hätte jemand anderes das Konto anlegen können. Deshalb wurden sein Passwort, seine Sitzungen und andere verknüpfte Anbieter entfernt.',
        'Wenn das Passwort Ihres war, fordern Sie ein Zurücksetzen des Passworts an und legen Sie ein neues fest.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, sorgen Sie dafür, dass niemand sonst Ihr Konto bei {provider} nutzen oder Ihre E-Mails lesen kann.',
    },
    member_access_dropped: {
      subject: 'Frühere Wege, sich bei {product} anzumelden, wurden entfernt',
      heading: 'Frühere Wege, sich anzumelden, wurden entfernt',
      paragraphs: [
        'Sie haben zum ersten Mal gezeigt, dass diese E-Mail-Adresse Ihnen gehört, und Ihr Konto ist Mitglied von {organization} bei {product}. Vorher hätte jemand anderes das Konto anlegen können. Deshalb wurden sein Passwort, seine Sitzungen und verknüpfte Anbieter entfernt.',
        'Wenn das Passwort Ihres war, fordern Sie ein Zurücksetzen des Passworts an und legen Sie ein neues fest.',
      ],
      button: '',
      notYou: 'Wenn Sie das nicht waren, sorgen Sie dafür, dass niemand sonst Ihre Mails liest.',
    },
    mailbox_proven: {
      subject: 'Sie haben Ihre E-Mail-Adresse bei {product} bestätigt',
      heading: 'E-Mail-Adresse bestätigt',
      paragraphs: [
        'Zum ersten Mal ist bewiesen, dass dieses Postfach zum Konto bei {product} gehört. Jemand anderes könnte das Konto vorher eröffnet haben.',
      ],
      button: '',
      notYou: 'Wenn Sie das nicht waren, sorgen Sie dafür, dass niemand sonst Ihre Mails liest.',
    },
    password_reset: {
      subject: 'Ihr Passwort für {product} wurde zurückgesetzt',
      heading: 'Ihr Passwort wurde zurückgesetzt',
      paragraphs: [
        'Das Passwort Ihres Kontos bei {product} wurde mit einem Code aus diesem Postfach zurückgesetzt.',
        'Diese Anbieter bleiben verknüpft, und man kann sich weiterhin mit ihnen anmelden: {providers}. Entfernen Sie alle, die Sie nicht kennen.',
      ],
      button: '',
      notYou:
        'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an, und sorgen Sie dafür, dass niemand sonst Ihre Mails liest.',
    },
  },
  undo: {
    button: 'Das war ich nicht',
    change:
      'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Benutzen Sie den Link: Er nimmt die Änderung zurück, mit allem, was in den sieben Tagen davor und seitdem zum Konto hinzugekommen ist. Alle Sitzungen enden, und das Passwort gilt nicht mehr. Der Link gilt bis {until}.',
    account:
      'Wenn nicht Sie das Konto eröffnet haben, benutzen Sie den Link: Er beendet alle Sitzungen und entfernt alles, was in das Konto führt. Setzen Sie danach ein eigenes Passwort. Der Link gilt bis {until}.',
    earlier:
      'Wenn nicht Sie das Konto auf diese Adresse geändert haben, nutzen Sie den Link: Das Konto geht zurück an das Postfach, das es vorher hatte, und Ihres ist frei für ein eigenes Konto. Der Link gilt bis {until}.',
  },
  proven: {
    earlier: 'Das Konto hatte vorher ein anderes Postfach. Dieses kann es bis {until} zurückholen.',
    opened: 'Das Konto wurde {opening} eröffnet.',
    openedAt: 'am {when}',
    openedBy: 'unter dem Namen {name}',
    openedWith: 'mit {device}',
    openedFrom: 'von {ipAddress}',
    password: 'Das Konto behält das Passwort, das es hatte.',
    sessions:
      'Sitzungen von vorher bestehen weiter: {sessions}. Wenn Sie eine nicht kennen, hat vielleicht jemand anderes das Konto eröffnet.',
    session: '{when} von {ipAddress}',
    removed: 'Das wurde entfernt, weil es von jemand anderem sein könnte: {removed}.',
    credentials: {
      password: 'das Passwort',
      sessions: 'alle Sitzungen',
      links: 'verknüpfte Anbieter',
      factors: 'zweite Faktoren',
      phone: 'die Telefonnummer',
    },
  },
  factors: { totp: 'eine Authentifizierungs-App', passkey: 'ein Passkey' },
  when: 'Zeitpunkt',
  ipAddress: 'IP-Adresse',
  footer: 'Diese Mail wurde automatisch von {product} verschickt.',
};
