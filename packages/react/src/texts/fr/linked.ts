import type { UndoTexts } from '../en/undo.ts';

/** The French texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: 'Garder votre ancienne adresse ?',
    intro:
      'Votre compte gardera son ancienne adresse. Si elle a déjà changé, nous la rétablissons, mettons fin à toutes les sessions et désactivons le mot de passe.',
    button: 'Garder l’ancienne adresse',
    done: 'Votre compte a son ancienne adresse',
    doneIntro: 'Si elle avait déjà changé, choisissez maintenant un nouveau mot de passe.',
    change: {
      title: 'Ce n’était pas vous ?',
      intro:
        'Nous annulons le changement, et supprimons tout ce qui a été ajouté à votre compte depuis et dans les sept jours précédents. Toutes les sessions se terminent, et le mot de passe n’est plus valable.',
      button: 'Annuler le changement',
      done: 'Le changement est annulé',
      doneIntro: 'Choisissez maintenant un nouveau mot de passe. Nous vous avons envoyé un lien pour cela.',
    },
    account: {
      title: 'Vous n’avez pas ouvert ce compte ?',
      intro:
        'Nous mettons fin à toutes les sessions et supprimons tous les moyens de connexion, pour que personne d’autre ne puisse utiliser le compte. S’il avait auparavant une autre adresse, il la retrouve.',
      button: 'Tout supprimer',
      done: 'Personne d’autre ne peut se connecter',
      doneIntro: 'Choisissez maintenant un mot de passe. Nous vous avons envoyé un lien pour cela.',
      returned: 'Le compte est rendu',
      returnedIntro:
        'Le compte a retrouvé l’adresse qu’il avait auparavant. La vôtre est libre ; vous pouvez ouvrir votre propre compte.',
    },
  },
};
