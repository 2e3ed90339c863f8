import type { LinkedTexts } from '../en/linked.ts';

/** The French texts of the pages that mailed links open. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Créer un compte',
    titleAt: (name) => `Créer un compte sur ${name}`,
    button: 'Créer le compte',
    emailCode: 'Recevoir un code par e-mail',
    prove: (email) => `Pour confirmer que cette adresse est la vôtre, saisissez le code envoyé à ${email}.`,
    code: (email) => `Nous avons envoyé un code à ${email}. Il est valable dix minutes.`,
    fromLink: (email) => `Pour ${email}. Choisissez un nom et un mot de passe.`,
    haveAccount: 'Vous avez déjà un compte ?',
    signIn: 'Se connecter',
    closedTitle: 'Impossible de créer un compte ici',
    invite: 'Il vous faut une invitation. Si vous en avez reçu une, ouvrez le lien de l’e-mail.',
    closed: 'Demandez un compte à un administrateur.',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    ask: 'Saisissez l’e-mail de votre compte, et nous vous enverrons un code.',
    button: 'Recevoir un code par e-mail',
    sent: (email) =>
      `Si ${email} a un compte ici, nous y avons envoyé un code. Saisissez-le, puis choisissez un nouveau mot de passe.`,
    for: (email) => `Pour le compte ${email}.`,
    save: 'Enregistrer le mot de passe',
    done: 'Le nouveau mot de passe est enregistré',
    doneIntro: 'Vous êtes connecté ici, et déconnecté de tous vos autres appareils.',
    saved: 'Le nouveau mot de passe est enregistré. Encore une étape pour vous connecter.',
  },
  invitation: {
    title: 'Ouvrez votre compte',
    over: 'Cette invitation n’est pas valable',
    by: (name) => `${name} vous invite.`,
    for: (email) => `Cette invitation est pour ${email}.`,
    choose: 'Choisissez un mot de passe et le nom que les autres verront.',
    unproven:
      'Il existe un compte avec cette adresse que personne n’a confirmé. Il devient le vôtre, et votre mot de passe remplace l’ancien.',
    button: 'Ouvrir le compte',
    join: {
      title: (name) => `Rejoindre ${name}`,
      signIn: (name) => `Connectez-vous pour rejoindre ${name}.`,
      intro: (email) => `Vous êtes connecté en tant que ${email}, et acceptez l’invitation avec ce compte.`,
      other: (email) =>
        `Vous êtes connecté en tant que ${email}. Déconnectez-vous pour utiliser le compte invité.`,
      button: 'Rejoindre',
      later: 'Pas maintenant',
    },
  },
  undo: {
    title: 'Garder votre ancienne adresse ?',
    intro:
      'Votre compte gardera son ancienne adresse. Si elle a déjà changé, nous la rétablissons, mettons fin à toutes les sessions et désactivons le mot de passe.',
    button: 'Garder l’ancienne adresse',
    done: 'Votre compte a son ancienne adresse',
    doneIntro:
      'Ouvrez l’e-mail que nous venons de vous envoyer : son lien vous permet de choisir un nouveau mot de passe.',
    organizations:
      'Si vous appartenez à des organisations, consultez leur activité et retirez les personnes que vous n’avez pas fait entrer.',
    change: {
      title: 'Ce n’était pas vous ?',
      intro:
        'Nous annulons le changement, et supprimons tout ce qui a été ajouté à votre compte depuis et dans les sept jours précédents. Toutes les sessions se terminent, et le mot de passe n’est plus valable.',
      button: 'Annuler le changement',
      done: 'Le changement est annulé',
    },
    account: {
      title: 'Vous n’avez pas ouvert ce compte ?',
      intro:
        'Nous mettons fin à toutes les sessions et supprimons tous les moyens de connexion, pour que personne d’autre ne puisse utiliser le compte. S’il avait auparavant une autre adresse, il la retrouve.',
      button: 'Tout supprimer',
      done: 'Personne d’autre ne peut se connecter',
      returned: 'Le compte est rendu',
      returnedIntro:
        'Le compte a retrouvé l’adresse qu’il avait auparavant. La vôtre est libre ; vous pouvez ouvrir votre propre compte.',
    },
  },
};
