import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Écrivez chaque groupe comme votre fournisseur d’identité l’envoie ; le test le montre.',
    none: (role) => `Aucun groupe ne donne encore de rôle : tout le monde reçoit le rôle ${role}.`,
    others: (role) => `Toutes les autres personnes reçoivent le rôle ${role}.`,
    group: 'Groupe',
    twice: 'Ce groupe est déjà dans la liste.',
    missing: 'Choisissez au moins un rôle.',
    add: 'Ajouter un groupe',
    follow: 'Les rôles suivent les groupes à chaque connexion',
    followText: 'Sinon, seule la première connexion les fixe.',
  },
};
