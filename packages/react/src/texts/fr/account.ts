import { plural } from '../../lib/plural.ts';
import type { AccountTexts } from '../en/account.ts';

const inForm = plural('fr');

/** The French texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Savoir qui vous êtes ici',
    profile: 'Voir votre nom, votre nom d’utilisateur et votre photo',
    email: 'Voir votre adresse e-mail',
    phone: 'Voir votre numéro de téléphone',
    address: 'Voir votre adresse',
    offline_access: 'Rester connectée lorsque vous êtes déconnecté',
  },

  profile: {
    title: 'Profil',
    handle: 'Nom d’utilisateur',
    phone: 'Téléphone',
    picture: 'Changer de photo',
    upload: 'Choisir une photo',
    unreadable: 'Votre navigateur ne peut pas lire ce fichier comme une image.',
    cropText: 'Faites glisser la photo, ou déplacez-la avec les flèches.',
    zoom: 'Zoom',
    verified: 'Vérifié',
    unverified: 'Non vérifié',
    verify: 'Vérifier l’e-mail',
    changeEmail: 'Changer d’e-mail',
    newEmail: 'Nouvel e-mail',
    pending: (email) =>
      `Confirmez ${email} pour l’utiliser. Ouvrez l’e-mail que nous y avons envoyé, ou saisissez son code.`,
    verifySent: (email) => `Nous avons envoyé un code à ${email}. Il est valable dix minutes.`,
    confirm: 'Confirmer l’e-mail',
    emailSaved: 'Votre e-mail a été changé.',
    emailVerified: 'Votre e-mail est vérifié.',
  },

  passwords: {
    title: 'Mot de passe',
    intro: 'Un nouveau mot de passe met fin à toutes les autres sessions.',
    change: 'Changer le mot de passe',
    save: 'Enregistrer le mot de passe',
    saved: 'Le nouveau mot de passe est enregistré. Toutes les autres sessions sont terminées.',
  },

  factors: {
    title: 'Deuxième étape',
    intro: 'Avec une deuxième étape, un mot de passe ou une messagerie ne suffit plus pour se connecter.',
    required:
      'Votre compte a besoin d’une deuxième étape avant de continuer. Ajoutez une application d’authentification ou une clé d’accès.',
    app: 'Application d’authentification',
    appOn: (date) => `Active depuis le ${date}.`,
    appOff: 'Six chiffres donnés par une application sur votre téléphone.',
    addApp: 'Ajouter une application d’authentification',
    replaceApp: 'Remplacer',
    removeApp: 'Supprimer l’application d’authentification ?',
    removeAppText: 'Ses codes ne seront plus acceptés ici. Vous pourrez en ajouter une à nouveau.',
    scan: 'Scannez ceci avec votre application d’authentification. Si ce n’est pas possible, saisissez-y le secret.',
    qr: 'Code QR contenant le secret ci-dessous',
    secret: 'Secret',
    copySecret: 'Copier le secret',
    confirmApp: 'Saisissez ensuite les six chiffres qu’elle affiche.',
    appAdded: 'L’application d’authentification est ajoutée.',
    appRemoved: 'L’application d’authentification est supprimée.',
    passkeys: 'Clés d’accès',
    passkeysText: 'Connectez-vous par empreinte, visage ou code PIN, sans mot de passe.',
    addPasskey: 'Ajouter une clé d’accès',
    passkeyAdded: 'La clé d’accès est ajoutée.',
    passkeyRemoved: 'La clé d’accès est supprimée.',
    passkeyName: 'Nom de la clé d’accès',
    removePasskey: (name) => `Supprimer la clé d’accès « ${name} » ?`,
    removePasskeyText:
      'Elle ne vous connectera plus. Supprimez-la aussi dans votre gestionnaire de mots de passe.',
    synced: 'synchronisée',
    recovery: 'Codes de récupération',
    recoveryLeft: (left) => inForm(left, { one: `Il reste ${left} code.`, other: `Il reste ${left} codes.` }),
    recoveryText:
      'Pour le jour où vous perdrez votre téléphone ou votre clé d’accès. Chacun ne sert qu’une fois.',
    renewCodes: 'Générer de nouveaux codes',
    renewTitle: 'Générer de nouveaux codes de récupération ?',
    renewText: 'Vos codes actuels ne seront plus acceptés.',
    codesTitle: 'Conservez vos codes de récupération',
    codesText: 'Vous ne reverrez plus ces codes. Conservez-les à un endroit accessible sans votre téléphone.',
    copyCodes: 'Copier les codes',
    downloadCodes: 'Télécharger les codes',
    codesFile: 'codes-de-recuperation.txt',
    codesSaved: 'Je les ai conservés',
  },

  links: {
    title: 'Comptes associés',
    intro: 'Connectez-vous avec un compte que vous avez ailleurs.',
    connect: (label) => `Associer ${label}`,
    disconnect: (label) => `Dissocier ${label}`,
    since: (date) => `Associé le ${date}`,
    none: 'Non associé',
    disconnected: (label) => `${label} est dissocié.`,
  },

  applications: {
    title: 'Applications connectées',
    intro: 'Ces applications peuvent utiliser votre compte comme vous l’avez autorisé.',
    unused: 'pas utilisée actuellement',
    disconnect: 'Déconnecter',
    disconnectOne: (name) => `Déconnecter ${name}`,
    disconnectTitle: (name) => `Déconnecter ${name} ?`,
    disconnectText:
      'Elle perd aussitôt tout accès à votre compte. Elle redemandera l’autorisation à votre prochaine connexion.',
    disconnected: (name) => `${name} est déconnectée.`,
  },

  sessions: {
    title: 'Sessions',
    intro:
      'Les endroits où vous êtes connecté. Si vous ne reconnaissez pas une session, mettez-y fin et changez votre mot de passe.',
    current: 'Celle-ci',
    device: (browser, system) => `${browser} sur ${system}`,
    unknown: 'Appareil inconnu',
    acting: 'Un administrateur agit pour vous',
    end: 'Terminer',
    endOne: (device) => `Terminer la session de ${device}`,
    ended: 'La session est terminée.',
    othersEnded: (count) =>
      inForm(count, {
        one: `${count} autre appareil est déconnecté.`,
        other: `${count} autres appareils sont déconnectés.`,
      }),
    everywhereTitle: 'Se déconnecter partout ?',
    everywhereText: 'Vous serez déconnecté de tous vos appareils, y compris celui-ci.',
    active: (time) => `Active ${time}`,
  },

  data: {
    title: 'Vos données',
    export: 'Exporter vos données',
    exportText: 'Tout ce que nous conservons sur votre compte, dans un fichier JSON.',
    exportFile: 'compte.json',
    delete: 'Supprimer le compte',
    deleteText: 'Supprime votre compte et tout ce qui s’y rapporte.',
    deleteTitle: (email) => `Supprimer ${email} ?`,
    deleteAsk: (days) => {
      const ending = 'Vous êtes déconnecté de tous vos appareils.';
      const typing = 'Saisissez votre e-mail pour continuer.';
      if (days === null) return `${ending} Votre compte est supprimé. ${typing}`;
      if (days === 0)
        return `${ending} Votre compte et tout ce qui s’y rapporte sont supprimés immédiatement, et personne ne peut les restaurer. ${typing}`;
      const kept = inForm(days, {
        one: `Votre compte est supprimé dans ${days} jour. Si vous vous connectez avant, vous le gardez.`,
        other: `Votre compte est supprimé dans ${days} jours. Si vous vous connectez avant, vous le gardez.`,
      });
      return `${ending} ${kept} ${typing}`;
    },
    deleteButton: 'Supprimer le compte',
    gone: 'Votre compte est supprimé',
    goneText: 'Vous êtes déconnecté de tous vos appareils.',
    going: 'Votre compte sera supprimé',
    goingText: (date) =>
      `Vous êtes déconnecté de tous vos appareils. Le compte sera supprimé le ${date}. Connectez-vous avant pour le garder.`,
  },
};
