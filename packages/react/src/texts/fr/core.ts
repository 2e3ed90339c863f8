import type { CoreTexts } from '../en/core.ts';

/** The French texts that every page loads. */
export const texts: CoreTexts = {
  locale: 'fr',
  name: 'Nom',
  email: 'E-mail',
  identifier: 'E-mail, nom d’utilisateur ou téléphone',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  code: 'Code',
  recoveryCode: 'Code de récupération',
  or: 'ou',
  optional: 'facultatif',
  cancel: 'Annuler',
  back: 'Retour',
  continue: 'Continuer',
  tryAgain: 'Réessayer',
  loading: 'Un instant',
  show: 'Afficher',
  hide: 'Masquer',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  copied: 'Copié',

  passwordRules: {
    length: (least) => `${least} caractères ou plus`,
    upper: 'Une majuscule',
    lower: 'Une minuscule',
    digit: 'Un chiffre',
    met: 'respecté',
    missing: 'manquant',
  },

  signIn: {
    title: 'Connexion',
    titleTo: (name) => `Connexion à ${name}`,
    button: 'Se connecter',
    emailCode: 'Recevoir un code par e-mail',
    emailLink: 'Recevoir un lien par e-mail',
    forgot: 'Mot de passe oublié',
    passkey: 'Utiliser une clé d’accès',
    provider: (label) => `Continuer avec ${label}`,
    byMail: 'Autres méthodes',
    anotherWay: 'Se connecter autrement',
    newHere: 'Nouveau ici ?',
    createAccount: 'Créer un compte',
    needsEmail: 'Saisissez votre e-mail pour que nous sachions où l’envoyer.',
    signedOut: 'Vous êtes déconnecté.',
    ended: 'Votre session est terminée. Reconnectez-vous pour continuer.',
    proveEmail:
      'Votre e-mail n’est pas encore vérifié. Choisissez « Recevoir un code par e-mail » pour le vérifier et vous connecter.',
  },

  mailed: {
    title: 'Consultez vos e-mails',
    code: (email) => `Si ${email} a un compte ici, nous y avons envoyé un code. Il est valable dix minutes.`,
    link: (email) =>
      `Si ${email} a un compte ici, nous y avons envoyé un lien. Ouvrez-le dans ce navigateur, ou saisissez le code de l’e-mail. Les deux sont valables dix minutes.`,
    again: 'Renvoyer un e-mail',
    sentAgain: 'Nous avons envoyé un nouvel e-mail. Seul son code est désormais valable.',
    otherEmail: 'Utiliser un autre e-mail',
  },

  secondStep: {
    title: 'Encore une étape',
    totp: 'Saisissez les six chiffres affichés par votre application d’authentification.',
    recovery: 'Saisissez l’un de vos codes de récupération. Chacun ne sert qu’une fois.',
    passkey: 'Utilisez votre clé d’accès.',
    useTotp: 'Utiliser une application d’authentification',
    useRecovery: 'Utiliser un code de récupération',
    startAgain: 'Recommencer',
  },

  arrival: {
    title: 'Un instant',
    working: 'Connexion en cours.',
    failed: 'Cela n’a pas fonctionné',
    again: 'Ouvrez à nouveau le lien',
    missing:
      'Le code manque, peut-être parce que la page a été rechargée. Ouvrez à nouveau le lien de l’e-mail, ou connectez-vous.',
    incomplete: 'Ce lien est incomplet. Demandez-en un nouveau.',
    renew: 'Obtenir un nouveau lien',
    toSignIn: 'Aller à la connexion',
    toAccount: 'Aller à votre compte',
    signInAs: (email) => `Se connecter en tant que ${email} ?`,
    unexpected:
      'Cette connexion n’a pas commencé dans ce navigateur. Ne continuez que si vous avez ouvert le lien vous-même.',
    replaces: (email) =>
      `Vous êtes connecté en tant que ${email}. Si vous continuez, vous serez déconnecté de ce compte.`,
    signOutFirst: (email) =>
      `Vous êtes connecté en tant que ${email}. Déconnectez-vous d’abord, puis ouvrez à nouveau le lien.`,
    confirmTitle: 'Confirmez votre adresse',
    confirmIntro: (email) => `L’adresse ${email} est-elle la vôtre ?`,
    confirm: 'Confirmer',
    signInFirst: 'Connectez-vous au compte dont vous changez l’e-mail. Cela confirme la nouvelle adresse.',
    confirmed: 'Votre adresse est confirmée',
    confirmedIntro: 'Vous pouvez fermer cette page, ou continuer.',
    linked: (label) => `${label} est associé`,
    linkedIntro: 'Vous pouvez désormais l’utiliser pour vous connecter.',
  },

  account: {
    title: 'Votre compte',
    impersonated: (name, until) =>
      `Vous agissez pour ${name} jusqu’à ${until}. Tout ce que vous faites ici est enregistré à votre nom. Seul le titulaire peut modifier la connexion, mettre fin aux accès, et exporter ou supprimer les données.`,
    unproven: (email) =>
      `Vérifiez ${email} ci-dessous pour montrer que cette adresse est la vôtre. Certaines fonctions en dépendent.`,
    stopImpersonating: 'Ne plus agir pour ce compte',
    signOut: 'Se déconnecter',
    signOutEverywhere: 'Se déconnecter partout',
    signOutOthers: 'Déconnecter les autres appareils',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    remove: 'Supprimer',
    rename: 'Renommer',
    add: 'Ajouter',
    never: 'jamais utilisé',
    lastUsed: (time) => `Utilisé ${time}`,
    added: (date) => `Ajouté le ${date}`,
  },

  captcha: {
    title: 'Résolvez le captcha pour montrer que vous n’êtes pas un robot',
    failed: 'Le contrôle ne s’est pas chargé. Autorisez son fournisseur dans ce navigateur, puis réessayez.',
  },

  reauthentication: {
    title: 'Confirmez que c’est bien vous',
    intro: 'Confirmez votre identité pour effectuer ce changement.',
    totp: 'Saisissez les six chiffres affichés par votre application d’authentification.',
    recovery: 'Saisissez l’un de vos codes de récupération.',
    password: 'Saisissez votre mot de passe.',
    otp: (email) => `Saisissez le code que nous envoyons à ${email}.`,
    sendOtp: 'Recevoir un code par e-mail',
    wrongPassword: 'Le mot de passe est incorrect.',
    emailTitle: 'Vérifiez d’abord votre e-mail',
    email: (email) =>
      `Pour nous assurer que cette adresse est la vôtre, nous envoyons d’abord un code à ${email}.`,
    use: {
      totp: 'Utiliser une application d’authentification',
      passkey: 'Utiliser une clé d’accès',
      recovery_code: 'Utiliser un code de récupération',
      password: 'Utiliser votre mot de passe',
      otp: 'Utiliser un code par e-mail',
    },
  },

  fields: {
    required: 'Remplissez ce champ.',
    email: 'Saisissez une adresse e-mail complète, comme ada@example.org.',
    name: 'Saisissez de 1 à 200 caractères.',
    handle:
      'Utilisez des lettres, chiffres, points, tirets et traits de soulignement : 30 au plus, dont au moins une lettre.',
    phone: 'Saisissez le numéro avec + et l’indicatif du pays.',
    domain:
      'Saisissez un domaine qui vous appartient, comme example.org. Les messageries publiques sont refusées.',
    slug: 'Utilisez de 2 à 48 minuscules, chiffres et tirets, sans tiret au début ni à la fin.',
    logo_url: 'Saisissez une adresse qui commence par http:// ou https://.',
    otp: 'Saisissez les six chiffres de l’e-mail.',
    code: 'Saisissez le code en entier.',
    password: 'Utilisez au plus 1 024 octets.',
  },

  errors: {
    unknown: 'Cela n’a pas fonctionné. Réessayez.',
    network: 'Le service ne répond pas. Vérifiez votre connexion, puis réessayez.',
    timeout: 'Le service n’a pas répondu à temps. Réessayez.',
    unexpected_response: 'Le service n’a pas donné de réponse valable. Réessayez dans un instant.',
    unexpected_sign_in: 'Cette connexion n’a pas commencé dans ce navigateur. Recommencez ici.',
    passkey_cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou choisissez une autre méthode.',
    passkey_unavailable:
      'Ce navigateur ne propose pas de clé d’accès pour cette page. Choisissez une autre méthode. Les clés d’accès exigent une adresse https:// avec un nom, ou localhost.',
    client: 'Ce navigateur n’a pas pu le faire. Vérifiez qu’il autorise cette page à stocker des données.',
    auth: 'C’est le seul accès à votre compte. Définissez d’abord un mot de passe.',
    weak_password:
      'Le mot de passe est trop faible. Respectez toutes les règles, et évitez les mots courants et votre propre nom.',
    connection_not_found: 'La connexion de votre entreprise n’existe pas, ou est désactivée.',
    connection_required: 'Votre organisation exige sa propre connexion.',
    connection_unapproved: 'Un propriétaire doit encore approuver cette connexion. Connectez-vous autrement.',
    saml_invalid:
      'La réponse de la connexion de votre entreprise a été refusée. Recommencez, ou adressez-vous à un administrateur.',
    account_elsewhere:
      'Votre entreprise ne peut pas vous connecter à ce compte. Connectez-vous autrement, ou adressez-vous à un administrateur de votre entreprise.',
    provider_not_configured: 'Ce fournisseur n’est pas configuré ici. Choisissez une autre méthode.',
    provider_email_missing: 'Le fournisseur ne nous communique pas d’e-mail. Choisissez une autre méthode.',
    provider_failed:
      'Le fournisseur n’a pas répondu correctement. Réessayez, ou choisissez une autre méthode.',
    oauth_state:
      'Cette connexion a expiré, ou a commencé dans un autre navigateur ou à une autre adresse. Recommencez.',
    oauth_denied: 'Vous avez annulé la connexion chez le fournisseur.',
    oauth_already_linked: 'Cette identité appartient à un autre compte.',
    challenge_invalid: 'Cette connexion a pris trop de temps, ou a déjà servi. Recommencez.',
    invitation_invalid: 'Cette invitation n’est pas valable ou a expiré. Demandez-en une nouvelle.',
    invitation_other_account:
      'Cette invitation est destinée à un autre e-mail. Connectez-vous avec le compte de cet e-mail.',
    membership_refused: 'L’application ne vous permet pas de rejoindre cette organisation.',
    organization_policy:
      'Cette organisation exige davantage que cette connexion. Reconnectez-vous comme elle le demande.',
    already_member: 'Vous êtes déjà membre de cette organisation.',
    organization_limit: 'L’organisation ou votre compte a atteint une limite.',
    organization_suspended: 'Cette organisation est suspendue.',
    organization_not_found: 'Cette organisation n’existe pas, ou vous n’en êtes plus membre.',
    permission_missing: 'Vos rôles ne le permettent pas.',
    email_undo_invalid:
      'Ce lien a déjà été utilisé ou a expiré. Si vous ne pouvez pas vous connecter, réinitialisez le mot de passe.',
    frontend_url_not_allowed: 'Le service n’autorise pas cette page.',
    invalid_credentials: 'L’e-mail ou le mot de passe est incorrect.',
    second_factor_required: 'Votre compte exige une étape de plus pour se connecter.',
    second_factor_invalid: 'Le code ou la clé d’accès est incorrect.',
    otp_invalid: 'Le code est incorrect.',
    otp_expired: 'Le code a expiré. Demandez-en un nouveau.',
    otp_not_found: 'Aucun code n’est valable pour cet e-mail. Demandez-en un nouveau.',
    token_missing: 'Vous êtes déconnecté. Reconnectez-vous.',
    token_expired: 'Votre session est terminée. Reconnectez-vous.',
    invalid_token: 'Votre session n’est plus valable. Reconnectez-vous.',
    session_destroyed: 'Votre session est terminée. Reconnectez-vous.',
    account_inactive: 'Ce compte n’est pas actif. Adressez-vous à un administrateur.',
    impersonation: 'Vous agissez pour quelqu’un d’autre. Seul le titulaire du compte peut le faire.',
    login_refused: 'L’application n’autorise pas ce compte à se connecter pour le moment.',
    reauthentication_required: 'Confirmez d’abord votre identité.',
    second_factor_enrolment_required:
      'Votre compte a d’abord besoin d’une deuxième étape. Ajoutez-en une ci-dessous.',
    factor_locked:
      'Trop de codes incorrects de l’application. Utilisez une clé d’accès ou un code de récupération, ou choisissez un nouveau mot de passe par e-mail.',
    factor_disabled: 'Ce type de deuxième étape est désactivé ici.',
    signup_closed: 'Vous ne pouvez pas ouvrir de compte vous-même ici. Demandez-en un à un administrateur.',
    email_domain_not_allowed:
      'Les adresses e-mail de ce domaine ne sont pas acceptées ici. Utilisez un autre e-mail.',
    email_proof_required: 'Vérifiez d’abord votre e-mail.',
    captcha_required: 'Résolvez le captcha, puis réessayez.',
    origin_not_allowed: 'Le service n’accepte pas l’origine de cette page.',
    user_not_found: 'Aucun compte ne correspond.',
    session_not_found: 'Cette session est déjà terminée.',
    oauth_link_not_found: 'Ce fournisseur n’est pas associé.',
    application_not_found: 'Cette application n’est pas connectée.',
    authorization_request_not_found:
      'Cette demande a expiré, a déjà reçu une réponse, ou a commencé dans un autre navigateur. Retournez à l’application et recommencez.',
    factor_not_found: 'Votre compte ne l’a plus.',
    email_already_exists:
      'Un compte existe déjà avec cet e-mail. Connectez-vous, ou utilisez un autre e-mail.',
    handle_already_exists: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    phone_already_exists: 'Un compte existe déjà avec ce numéro de téléphone. Utilisez-en un autre.',
    passkey_already_exists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    passkey_limit: 'Un compte a au plus 20 clés d’accès. Supprimez-en d’abord une.',
    last_superadmin: 'Vous êtes le dernier superadministrateur. Nommez-en d’abord un autre.',
    last_owner:
      'Vous êtes le dernier propriétaire d’une organisation qui a d’autres membres. Nommez d’abord l’un d’eux propriétaire.',
    validation: 'Quelque chose n’est pas valable. Vérifiez votre saisie.',
    rate_limited: 'Trop de tentatives. Patientez un peu avant de réessayer.',
    internal: 'Un problème est survenu de notre côté. Réessayez.',
    service_unavailable: 'Le service est occupé. Réessayez dans un instant.',
    email_not_configured: 'Ce service ne peut pas encore envoyer d’e-mails.',
  },
};
