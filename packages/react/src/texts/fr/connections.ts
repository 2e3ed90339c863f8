import type { ConnectionTexts } from '../en/connections.ts';

/** The French texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'Les personnes se connectent avec le fournisseur d’identité de votre entreprise.',
  none: 'Aucun fournisseur d’identité n’est encore relié.',
  states: { draft: 'Pas encore activé', active: 'Activé', disabled: 'Désactivé' },
  withOwners: 'Connecte tous les membres, y compris les propriétaires.',
  withoutOwners:
    'Les propriétaires ne peuvent pas se connecter ainsi tant qu’un propriétaire ne l’a pas approuvé.',
  stillRequired:
    'Désactivé parce qu’une modification a été annulée. Personne ne se connecte par ce moyen tant que vous ne le réactivez pas, et les membres en ont toujours besoin.',
  factors: 'Compte pour deux facteurs.',
  client: (id) => `ID client : ${id}`,
  signOn: (address) => `Page de connexion : ${address}`,
  certificate: (date) => `Certificat jusqu’au ${date} :`,
  metadata: (address) => `La personne qui gère ${address} peut remplacer les certificats chaque jour.`,
  group: (group, roles) => `Les personnes du groupe ${group} reçoivent le rôle ${roles}.`,
  approve: 'Approuver',
  approveOne: (name) => `Approuver ${name}`,
  approveTitle: (name) => `Approuver ${name} ?`,
  approveText: (address) =>
    `La personne qui gère ${address} décidera alors qui se connecte, même comme propriétaire.`,
  approveSaml:
    'La personne qui détient les clés de ces certificats décidera alors qui se connecte, même comme propriétaire.',
  approved: (name) => `${name} est approuvé.`,
  turnOn: 'Activer',
  turnOnOne: (name) => `Activer ${name}`,
  turnOnTitle: (name) => `Activer ${name} ?`,
  turnedOn: (name) => `${name} est activé.`,
  turnOff: 'Désactiver',
  turnOffOne: (name) => `Désactiver ${name}`,
  turnOffTitle: (name) => `Désactiver ${name} ?`,
  turnOffText: 'Plus personne ne pourra se connecter ainsi. Les sessions ouvertes ainsi prennent fin.',
  turnedOff: (name) => `${name} est désactivé.`,
  invite: 'Inviter votre administrateur',
  inviteIntro:
    'Un lien ouvre un guide pour la personne qui gère votre fournisseur d’identité : d’abord le domaine, puis la connexion. Ouvrez-le vous-même si c’est vous. Il ne demande aucun compte : quiconque le possède peut l’utiliser.',
  make: 'Créer un lien',
  once: (date) =>
    `Copiez le lien maintenant : il n’est affiché qu’une fois. Il est valable jusqu’au ${date}.`,
  copy: 'Copier le lien',
  endLinks: 'Mettre fin à tous les liens',
  linksEnded: 'Tous les liens ont pris fin.',
};
