import type { MailTexts } from './english.ts';

export const french: MailTexts = {
  language: 'fr',
  greeting: 'Bonjour {name},',
  greetingWithoutName: 'Bonjour,',

  codes: {
    signup: {
      codeSubject: 'Votre code d’inscription pour {product}',
      codeHeading: 'Votre code d’inscription',
      codeIntro: 'Saisissez ce code pour créer votre compte sur {product}.',
      linkSubject: 'Terminez votre inscription à {product}',
      linkHeading: 'Terminez votre inscription',
      linkIntro: 'Utilisez ce lien pour créer votre compte sur {product}.',
      button: 'Continuer l’inscription',
      notYou:
        'Si vous n’avez pas demandé de compte, ignorez cet e-mail : sans le code, aucun compte n’est créé.',
    },
    login: {
      codeSubject: 'Votre code de connexion pour {product}',
      codeHeading: 'Votre code de connexion',
      codeIntro: 'Saisissez ce code pour vous connecter à {product}.',
      linkSubject: 'Votre lien de connexion pour {product}',
      linkHeading: 'Connexion à {product}',
      linkIntro: 'Utilisez ce lien pour vous connecter à {product}.',
      button: 'Se connecter',
      notYou: 'Si vous n’avez rien demandé, ignorez cet e-mail : personne ne peut se connecter sans le code.',
    },
    reset: {
      codeSubject: 'Votre code de réinitialisation pour {product}',
      codeHeading: 'Votre code de réinitialisation',
      codeIntro: 'Saisissez ce code pour choisir un nouveau mot de passe pour {product}.',
      linkSubject: 'Réinitialisez votre mot de passe pour {product}',
      linkHeading: 'Réinitialisez votre mot de passe',
      linkIntro: 'Utilisez ce lien pour choisir un nouveau mot de passe pour {product}.',
      button: 'Choisir un nouveau mot de passe',
      notYou: 'Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste le même.',
    },
    verify: {
      codeSubject: 'Votre code de confirmation pour {product}',
      codeHeading: 'Votre code de confirmation',
      codeIntro: 'Saisissez ce code pour confirmer votre adresse e-mail sur {product}.',
      linkSubject: 'Confirmez votre adresse e-mail pour {product}',
      linkHeading: 'Confirmez votre adresse e-mail',
      linkIntro: 'Utilisez ce lien pour confirmer votre adresse e-mail sur {product}.',
      button: 'Confirmer l’adresse',
      notYou: 'Si vous n’avez rien demandé, ignorez cet e-mail : rien ne change.',
    },
  },
  codeValidity: 'Le code ne sert qu’une fois, pendant {minutes}.',
  linkValidity: 'Le lien et le code ne servent qu’une fois, pendant {minutes}.',
  secrecy: 'Ne communiquez ce code à personne, pas même à quelqu’un qui dit travailler pour {product}.',
  orButton: 'Ou utilisez ce lien au lieu du code :',
  orCode: 'Ou saisissez ce code vous-même :',
  linkHint: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
  more: '{count} de plus',
  keptApplications:
    'Ces applications gardent l’accès à votre compte, jusqu’à ce que vous les déconnectiez sur sa page : {applications}.',

  notices: {
    signup_notice: {
      subject: 'Vous avez déjà un compte sur {product}',
      heading: 'Vous avez déjà un compte',
      paragraphs: [
        'Quelqu’un, sans doute vous, a essayé de s’inscrire à {product} avec cette adresse e-mail. L’adresse a déjà un compte, rien n’a donc été changé.',
        'Connectez-vous comme avant. Si vous avez oublié le mot de passe, demandez à le réinitialiser.',
      ],
      button: 'Ouvrir {product}',
      notYou: 'Si ce n’était pas vous, vous n’avez rien à faire.',
    },
    invitation: {
      subject: 'Vous êtes invité sur {product}',
      heading: 'Vous êtes invité sur {product}',
      paragraphs: [
        '{product} vous invite à ouvrir un compte avec cette adresse e-mail.',
        'Le lien ne sert qu’une fois, jusqu’au {until}.',
      ],
      button: 'Ouvrir votre compte',
      notYou: 'Si vous n’attendiez pas cet e-mail, ignorez-le : sans le lien, aucun compte n’est ouvert.',
    },
    organization_invitation: {
      subject: 'Vous êtes invité à rejoindre une organisation sur {product}',
      heading: 'Vous êtes invité à rejoindre une organisation',
      paragraphs: [
        'Quelqu’un vous invite à rejoindre l’organisation {organization} sur {product} avec cette adresse e-mail.',
        'Si vous avez un compte, utilisez-le pour vous connecter. Sinon, vous pouvez en ouvrir un. Le lien ne sert qu’une fois, jusqu’au {until}.',
      ],
      button: 'Accepter l’invitation',
      notYou: 'Si vous n’attendiez pas cet e-mail, ignorez-le : sans le lien, vous ne rejoignez rien.',
    },
    password_changed: {
      subject: 'Votre mot de passe pour {product} a été changé',
      heading: 'Votre mot de passe a été changé',
      paragraphs: ['Le mot de passe de votre compte sur {product} a été changé.'],
      button: '',
      notYou:
        'Si ce n’était pas vous, demandez aussitôt à réinitialiser le mot de passe, et assurez-vous que personne d’autre ne lit vos e-mails.',
    },
    email_changed: {
      subject: 'Votre adresse e-mail pour {product} a été changée',
      heading: 'Votre adresse e-mail a été changée',
      paragraphs: [
        'L’adresse e-mail de votre compte sur {product} est désormais {newEmail}. Les e-mails concernant le compte n’arrivent plus à cette adresse.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, contactez aussitôt {product} : quelqu’un peut prendre le contrôle du compte avec la nouvelle adresse.',
    },
    email_change_asked: {
      subject: 'Votre adresse e-mail pour {product} va changer',
      heading: 'Votre adresse e-mail va changer',
      paragraphs: [
        'Quelqu’un, sans doute vous, veut utiliser votre compte sur {product} avec l’adresse {newEmail}. Le changement prend effet dès que cette adresse est confirmée.',
        'Pour garder l’adresse actuelle, utilisez le lien. Il est valable jusqu’au {until}, même après le changement.',
      ],
      button: 'Garder cette adresse',
      notYou:
        'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte : gardez cette adresse, puis demandez à réinitialiser le mot de passe, ce qui met fin à toutes les sessions.',
    },
    email_change_made: {
      subject: 'Votre adresse e-mail pour {product} a été changée',
      heading: 'Votre adresse e-mail a été changée',
      paragraphs: [
        'L’adresse e-mail de votre compte sur {product} est désormais {newEmail}. Les e-mails concernant le compte n’arrivent plus à cette adresse.',
        'Pour rétablir cette adresse, utilisez le lien. Il est valable jusqu’au {until}.',
      ],
      button: 'Rétablir cette adresse',
      notYou:
        'Si ce n’était pas vous, rétablissez cette adresse, ce qui met fin à toutes les sessions et annule le mot de passe, puis demandez à le réinitialiser.',
    },
    account_returned: {
      subject: 'Votre adresse est de nouveau libre sur {product}',
      heading: 'Votre adresse est de nouveau libre',
      paragraphs: [
        'Le compte sur {product} qui avait cette adresse a retrouvé celle qu’il avait auparavant. La vôtre est libre : vous pouvez ouvrir votre propre compte.',
      ],
      button: '',
      notYou: 'Si le compte était le vôtre, contactez {product}.',
    },
    account_back: {
      subject: 'Votre compte sur {product} a retrouvé cette adresse',
      heading: 'Votre compte est de retour',
      paragraphs: [
        'L’adresse de votre compte sur {product} avait été remplacée par {newEmail}. La personne qui lit les e-mails de cette adresse a indiqué que le compte n’est pas le sien ; il a donc retrouvé celle-ci.',
        'Toutes les sessions sont terminées, le mot de passe ne fonctionne plus, et tout ce qui a été ajouté depuis est supprimé. Un autre e-mail contient un lien pour un nouveau mot de passe.',
      ],
      button: '',
      notYou:
        'Si vous n’avez pas changé l’adresse, quelqu’un d’autre était connecté à votre compte. Ce n’est plus le cas.',
    },
    provider_linked: {
      subject: 'Une nouvelle façon de vous connecter à {product}',
      heading: 'Une nouvelle façon de vous connecter',
      paragraphs: ['Vous pouvez désormais vous connecter à votre compte sur {product} avec {provider}.'],
      button: '',
      notYou:
        'Si ce n’était pas vous, changez aussitôt votre mot de passe et dissociez {provider} dans votre compte.',
    },
    factor_added: {
      subject: 'Un second facteur a été ajouté à votre compte sur {product}',
      heading: 'Un second facteur a été ajouté',
      paragraphs: ['Votre compte sur {product} a désormais {factor} comme second facteur.'],
      button: '',
      notYou:
        'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Changez aussitôt votre mot de passe, ce qui met fin à toutes les autres sessions, et supprimez le facteur. Si vous ne pouvez plus vous connecter, contactez {product}.',
    },
    factor_removed: {
      subject: 'Un second facteur de votre compte sur {product} a été supprimé',
      heading: 'Un second facteur a été supprimé',
      paragraphs: ['Ce second facteur de votre compte sur {product} a été supprimé : {factor}.'],
      button: '',
      notYou:
        'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Changez aussitôt votre mot de passe, ce qui met fin à toutes les autres sessions, et ajoutez à nouveau le facteur.',
    },
    deletion_requested: {
      subject: 'Votre compte sur {product} sera supprimé',
      heading: 'Votre compte sera supprimé',
      paragraphs: [
        'Quelqu’un a demandé de supprimer votre compte sur {product}. Toutes ses sessions sont terminées. Le {until}, tout sera supprimé.',
        'Pour garder le compte, connectez-vous avant.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, connectez-vous maintenant et changez votre mot de passe : le compte est alors conservé.',
    },
    deletion_cancelled: {
      subject: 'Votre compte sur {product} est conservé',
      heading: 'Votre compte est conservé',
      paragraphs: ['Vous vous êtes connecté à {product}, votre compte n’est donc pas supprimé.'],
      button: '',
      notYou:
        'Si ce n’était pas vous, changez aussitôt votre mot de passe : quelqu’un d’autre peut se connecter.',
    },
    deletion_prevented: {
      subject: 'Votre compte sur {product} n’a pas été supprimé',
      heading: 'Votre compte n’a pas été supprimé',
      paragraphs: [
        'Votre compte sur {product} devait être supprimé. Il est conservé, car personne d’autre ne gère une organisation qui a d’autres membres, ou le service lui-même.',
      ],
      button: '',
      notYou:
        'Vous pouvez vous connecter comme avant. Confiez à quelqu’un d’autre ce que vous gérez, puis supprimez à nouveau le compte.',
    },
    account_deleted: {
      subject: 'Votre compte sur {product} a été supprimé',
      heading: 'Votre compte a été supprimé',
      paragraphs: ['Votre compte sur {product} n’existe plus, ni rien de ce qui s’y rapportait.'],
      button: '',
      notYou: 'Si vous n’avez rien demandé, contactez {product}.',
    },
    organization_deleted: {
      subject: '{organization} a été supprimée sur {product}',
      heading: 'Votre organisation a été supprimée',
      paragraphs: [
        'L’organisation {organization} sur {product}, dont vous êtes propriétaire, a été supprimée. Ses membres gardent leurs comptes.',
        'Jusqu’au {until}, un superadministrateur de {product} peut la restaurer.',
      ],
      button: '',
      notYou: 'Si vous ne vous y attendiez pas, contactez {product}.',
    },
    certificate_expiring: {
      subject: 'La connexion de {organization} sur {product} a besoin d’un nouveau certificat',
      heading: 'Un certificat de votre fournisseur d’identité expire',
      paragraphs: [
        'L’organisation {organization} sur {product}, dont vous êtes propriétaire, connecte ses membres par son fournisseur d’identité ({connection}). Le dernier certificat que {product} en connaît expire le {until}.',
        'Saisissez le nouveau certificat avant cette date. Sinon, plus personne ne pourra se connecter par ce moyen.',
      ],
      button: '',
      notYou: 'Si vous n’utilisez plus cette connexion, supprimez-la.',
    },
    trust_lost: {
      subject: 'La connexion de {organization} sur {product} a besoin de votre approbation',
      heading: 'Approuvez à nouveau une connexion',
      paragraphs: [
        'L’organisation {organization} sur {product}, dont vous êtes propriétaire, connecte ses membres par son fournisseur d’identité ({connection}). La personne qui a approuvé cette connexion a perdu des droits pour cela, ou a annulé des modifications de son compte. Il se peut donc que la connexion soit désactivée, ou que les propriétaires et les administrateurs ne puissent plus se connecter par ce moyen.',
        'Si vous faites confiance à cette connexion, enregistrez-la à nouveau et activez-la, ou demandez à {product} de le faire.',
      ],
      button: '',
      notYou: 'Si vous n’utilisez plus cette connexion, supprimez-la.',
    },
    domain_unproven: {
      subject: 'Le domaine {domain} de {organization} sur {product} doit être prouvé à nouveau',
      heading: 'L’enregistrement de votre domaine a disparu',
      paragraphs: [
        'L’organisation {organization} sur {product}, dont vous êtes propriétaire, a prouvé {domain} par un enregistrement DNS. Le DNS ne l’a plus.',
        'Ajoutez à nouveau l’enregistrement avant le {until}. Sinon, {organization} perd le domaine. Ses membres restent.',
      ],
      button: '',
      notYou: 'Si le domaine n’est plus le vôtre, retirez-le de l’organisation.',
    },
    factors_reset: {
      subject: 'Tous les seconds facteurs de votre compte sur {product} ont été supprimés',
      heading: 'Tous les seconds facteurs ont été supprimés',
      paragraphs: [
        'Un superadministrateur de {product} a supprimé tous les seconds facteurs et codes de récupération de votre compte, et mis fin à toutes ses sessions.',
        'Vous pouvez vous reconnecter sans second facteur. Ajoutez-en ensuite un.',
      ],
      button: '',
      notYou:
        'Si vous n’avez rien demandé, contactez {product} : quelqu’un a pu le demander en votre nom. Changez aussi votre mot de passe.',
    },
    key_created: {
      subject: 'Nouvelle clé d’API pour {product}',
      heading: 'Une nouvelle clé d’API a été créée',
      paragraphs: [
        'Votre compte sur {product} a créé la clé d’API {key}. Quiconque la possède peut administrer {product} dans les limites de ses droits.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Changez aussitôt votre mot de passe, ce qui met fin à toutes les autres sessions, et révoquez la clé dans la console.',
    },
    recovery_codes_made: {
      subject: 'Nouveaux codes de récupération pour votre compte sur {product}',
      heading: 'Nouveaux codes de récupération',
      paragraphs: [
        'Votre compte sur {product} a de nouveaux codes de récupération. Les précédents ne sont plus valables.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Changez aussitôt votre mot de passe, ce qui met fin à toutes les autres sessions, et générez de nouveaux codes de récupération.',
    },
    app_codes_guessed: {
      subject: 'Codes incorrects pour votre compte sur {product}',
      heading: 'Quelqu’un a saisi des codes incorrects',
      paragraphs: [
        'Quelqu’un, peut-être vous, a saisi trois codes incorrects de votre application d’authentification sur {product}, après un mot de passe correct ou une autre première étape.',
        'Après dix codes incorrects en un jour, {product} n’accepte plus les codes de l’application. Une clé d’accès, un code de récupération ou un nouveau mot de passe les rend à nouveau valables.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, quelqu’un connaît votre mot de passe ou lit vos e-mails. Changez aussitôt votre mot de passe.',
    },
    recovery_code_used: {
      subject: 'Un code de récupération de votre compte sur {product} a été utilisé',
      heading: 'Un code de récupération a été utilisé',
      paragraphs: [
        'Quelqu’un, sans doute vous, a utilisé un code de récupération de votre compte sur {product}. Codes restants : {left}.',
        'Vous pouvez générer de nouveaux codes à tout moment. Si vous avez perdu votre second facteur, supprimez-le et ajoutez-en un autre.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, quelqu’un a vos codes de récupération et un autre accès à votre compte. Changez aussitôt votre mot de passe, et générez de nouveaux codes de récupération.',
    },
    impersonated: {
      subject: 'Un administrateur utilise votre compte sur {product}',
      heading: 'Un administrateur utilise votre compte',
      paragraphs: [
        'Un administrateur de {product} voit et utilise maintenant votre compte, pendant une heure au plus. Il a donné cette raison : {reason}',
        'Il ne peut ni changer votre mot de passe, votre e-mail ou vos seconds facteurs, ni exporter ou supprimer le compte. Chacune de ses actions est enregistrée.',
      ],
      button: '',
      notYou: 'Si vous n’avez pas demandé d’aide, contactez {product}.',
    },
    settings_test: {
      subject: 'E-mail de test de {product}',
      heading: 'L’envoi d’e-mails fonctionne',
      paragraphs: [
        'Un superadministrateur de {product} a envoyé cet e-mail pour tester les paramètres du serveur de messagerie.',
      ],
      button: '',
      notYou: 'Vous n’avez rien à faire.',
    },
    webhook_gone: {
      subject: 'Un webhook de {product} a été désactivé',
      heading: 'Un webhook a été désactivé',
      paragraphs: [
        'Le destinataire du webhook {webhook} a répondu qu’il n’existe plus (410), {product} ne lui envoie donc plus rien.',
      ],
      button: '',
      notYou:
        'Si le destinataire doit exister, réparez-le, réactivez le webhook et renvoyez ce qu’il a manqué.',
    },
    webhook_failing: {
      subject: 'Un webhook de {product} a été désactivé',
      heading: 'Un webhook a été désactivé',
      paragraphs: [
        'Aucun message au webhook {webhook} n’a abouti depuis cinq jours, {product} ne lui envoie donc plus rien.',
      ],
      button: '',
      notYou: 'Réparez le destinataire, réactivez le webhook et renvoyez ce qu’il a manqué.',
    },
    access_dropped: {
      subject: 'D’anciens accès à votre compte sur {product} ont été supprimés',
      heading: 'D’anciens accès ont été supprimés',
      paragraphs: [
        '{provider} a prouvé à {product} pour la première fois que cette adresse e-mail est la vôtre. Quelqu’un d’autre a pu ouvrir le compte auparavant : son mot de passe, ses sessions et les autres fournisseurs associés ont donc été supprimés.',
        'Si le mot de passe était le vôtre, demandez à le réinitialiser pour en définir un nouveau.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, assurez-vous que personne d’autre ne peut utiliser votre compte chez {provider} ni lire vos e-mails.',
    },
    member_access_dropped: {
      subject: 'D’anciens accès à votre compte sur {product} ont été supprimés',
      heading: 'D’anciens accès ont été supprimés',
      paragraphs: [
        'Vous avez prouvé pour la première fois que cette adresse e-mail est la vôtre, et votre compte est membre de {organization} sur {product}. Quelqu’un d’autre a pu ouvrir le compte auparavant : son mot de passe, ses sessions et les fournisseurs associés ont donc été supprimés.',
        'Si le mot de passe était le vôtre, demandez à le réinitialiser pour en définir un nouveau.',
      ],
      button: '',
      notYou: 'Si ce n’était pas vous, assurez-vous que personne d’autre ne lit vos e-mails.',
    },
    mailbox_proven: {
      subject: 'Vous avez confirmé votre adresse e-mail pour {product}',
      heading: 'Vous avez confirmé votre adresse e-mail',
      paragraphs: [
        'Pour la première fois, il est prouvé que cette adresse est celle du compte sur {product}. Quelqu’un d’autre a pu ouvrir le compte auparavant.',
      ],
      button: '',
      notYou: 'Si ce n’était pas vous, assurez-vous que personne d’autre ne lit vos e-mails.',
    },
    password_reset: {
      subject: 'Votre mot de passe pour {product} a été réinitialisé',
      heading: 'Votre mot de passe a été réinitialisé',
      paragraphs: [
        'Le mot de passe de votre compte sur {product} a été réinitialisé avec un code reçu à cette adresse.',
        'Ces fournisseurs restent associés et donnent toujours accès au compte : {providers}. Dissociez ceux que vous ne reconnaissez pas.',
      ],
      button: '',
      notYou:
        'Si ce n’était pas vous, demandez aussitôt à réinitialiser le mot de passe, et assurez-vous que personne d’autre ne lit vos e-mails.',
    },
  },

  undo: {
    button: 'Ce n’était pas moi',
    change:
      'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Utilisez le lien : il annule le changement, et supprime tout ce qui a été ajouté au compte dans les sept jours précédents et depuis. Toutes les sessions se terminent, et le mot de passe n’est plus valable. Le lien est valable jusqu’au {until}.',
    account:
      'Si ce n’est pas vous qui avez ouvert le compte, utilisez le lien : il met fin à toutes les sessions et supprime tous les accès au compte. Définissez ensuite votre propre mot de passe. Le lien est valable jusqu’au {until}.',
    earlier:
      'Si vous n’avez pas déplacé le compte vers cette adresse, utilisez le lien : le compte retrouve l’adresse qu’il avait auparavant, et la vôtre est libre pour votre propre compte. Le lien fonctionne jusqu’au {until}.',
  },

  proven: {
    earlier: 'Le compte avait auparavant une autre adresse, qui peut le reprendre jusqu’au {until}.',
    opened: 'Le compte a été ouvert {opening}.',
    openedAt: 'le {when}',
    openedBy: 'sous le nom {name}',
    openedWith: 'avec {device}',
    openedFrom: 'depuis {ipAddress}',
    password: 'Le compte garde son ancien mot de passe.',
    sessions:
      'Des sessions antérieures restent connectées : {sessions}. Si vous n’en reconnaissez pas une, quelqu’un d’autre a pu ouvrir le compte.',
    session: '{when} depuis {ipAddress}',
    removed: 'Ces éléments ont été supprimés, car ils pouvaient appartenir à quelqu’un d’autre : {removed}.',
    credentials: {
      password: 'le mot de passe',
      sessions: 'toutes les sessions',
      links: 'les fournisseurs associés',
      factors: 'les seconds facteurs',
      phone: 'le numéro de téléphone',
    },
  },

  factors: {
    totp: 'une application d’authentification',
    passkey: 'une clé d’accès',
  },
  when: 'Date',
  ipAddress: 'Adresse IP',
  footer: 'Cet e-mail a été envoyé automatiquement par {product}.',
};
