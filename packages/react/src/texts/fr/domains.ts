import type { DomainTexts } from '../en/domains.ts';

/** The French texts of an organization's domains. */
export const texts: DomainTexts = {
  intro:
    'Prouvez qu’un domaine e-mail est le vôtre. Ses utilisateurs pourront alors rejoindre l’organisation eux-mêmes, si vous le permettez.',
  none: 'Il n’y a pas encore de domaine.',
  domain: 'Domaine',
  add: 'Ajouter un domaine',
  added: 'Le domaine est ajouté. Placez son enregistrement dans le DNS, puis vérifiez-le.',
  states: {
    pending: 'Pas encore vérifié',
    verified: 'Vérifié',
    lost: 'Perdu : le DNS n’a plus l’enregistrement',
  },
  record: (type) => `Ajoutez cet enregistrement ${type} au DNS. Il peut mettre une heure à être visible.`,
  copyName: 'Copier le nom',
  copy: 'Copier la valeur',
  verify: 'Vérifier',
  verifyOne: (domain) => `Vérifier ${domain}`,
  verified: (domain) => `${domain} est vérifié.`,
  joiningOf: (domain) => `Les personnes avec un e-mail de ${domain}`,
  joining: {
    none: 'ont besoin d’une invitation',
    suggest: 'se voient proposer de rejoindre',
    join: 'rejoignent d’elles-mêmes',
    require: 'doivent utiliser l’authentification unique',
  },
  require: 'Exiger',
  requireTitle: (domain) => `Exiger l’authentification unique pour ${domain} ?`,
  requireText:
    'Les membres ayant une telle adresse ne peuvent alors se connecter qu’avec le fournisseur d’identité de votre entreprise : les mots de passe, les codes par e-mail et tous les autres moyens ne leur servent plus. Les sessions ouvertes autrement perdent l’accès à cette organisation. Les propriétaires gardent un autre moyen, sauf si ce service ne le permet pas. Tant que l’authentification unique est désactivée, rien ne change.',
  removeOne: (domain) => `Retirer ${domain}`,
  removeTitle: (domain) => `Retirer ${domain} ?`,
  removeText: 'Plus personne ne pourra rejoindre grâce à lui. Les membres restent.',
  removed: (domain) => `${domain} est retiré.`,
};
