import { texts as test } from '../../../../../server/src/http/connections/test-texts/fr.ts';
import type { PortalTexts } from '../en/portal.ts';

/** The French texts of the portal. */
export const texts: PortalTexts = {
  title: (organization) => `Authentification unique pour ${organization}`,
  intro: (until) =>
    `Configurez-la ici, de haut en bas. Vous pouvez revenir avec le même lien jusqu’au ${until}. Toute personne qui a le lien peut le faire : gardez-le pour vous.`,
  missing: 'Cette page a besoin de son lien',
  missingText: 'Ouvrez de nouveau votre lien.',
  ended: 'Ce lien n’est plus valable',
  endedText: 'Demandez-en un nouveau à la personne qui vous l’a donné.',
  suspended: 'La configuration n’est pas possible en ce moment',
  suspendedText: 'Renseignez-vous auprès de la personne qui vous a donné ce lien.',
  doneTitle: 'Tout est prêt',
  doneText: 'Le lien ne fonctionne plus. Vous pouvez fermer cette page.',
  done: 'J’ai terminé',
  doneQuestion: 'Mettre fin à ce lien ?',
  doneQuestionText:
    'Ce que vous avez configuré reste. Pour le modifier plus tard, il vous faudra un nouveau lien.',
  doneYes: 'Mettre fin au lien',
  back: 'Retour',
  remove: 'Retirer',

  domains: {
    title: 'Prouver votre domaine',
    intro:
      'Vos utilisateurs se reconnaissent au domaine de leur e-mail. Un enregistrement DNS prouve qu’il est à vous.',
    next: (domain) =>
      `${domain} est à vous. Ses utilisateurs peuvent se connecter avec votre fournisseur d’identité.`,
    add: 'Ajouter un domaine',
    domain: 'Domaine',
    states: {
      pending: 'pas encore vérifié',
      verified: 'vérifié',
      lost: 'perdu : le DNS n’a plus l’enregistrement',
    },
    record: (type) =>
      `Ajoutez cet enregistrement ${type} là où votre DNS est géré, puis vérifiez. Les changements DNS peuvent prendre une heure.`,
    name: 'Nom',
    value: 'Valeur',
    verify: 'Vérifier',
    verifyOne: (domain) => `Vérifier ${domain}`,
    removeOne: (domain) => `Retirer ${domain}`,
    removeTitle: (domain) => `Retirer ${domain} ?`,
    removeText:
      'Les nouvelles personnes de ce domaine ne pourront plus se connecter avec votre fournisseur d’identité.',
  },

  connections: {
    title: 'Relier votre fournisseur d’identité',
    intro:
      'Les personnes se connectent comme toujours au travail. Personne ne peut l’utiliser avant que vous ne l’activiez.',
    choose: 'Lequel utilisez-vous ?',
    otherSaml: 'Autre, par SAML',
    otherOidc: 'Autre (OpenID Connect)',
    another: 'En ajouter un autre',
    states: { draft: 'pas encore activé', active: 'activé', disabled: 'désactivé' },
    withoutOwners:
      'Les propriétaires ne peuvent pas se connecter ainsi tant qu’un propriétaire ne l’a pas enregistré.',
    open: 'Configurer',
    openOne: (name) => `Configurer ${name}`,
    removeOne: (name) => `Retirer ${name}`,
    removeTitle: (name) => `Retirer ${name} ?`,
    removeText: 'Plus personne ne pourra se connecter ainsi.',
  },

  steps: {
    title: (name) => `Relier ${name}`,
    create: (name) => `Créer une application dans ${name}`,
    createOther: 'Créer une application chez votre fournisseur d’identité',
    way: 'Allez à :',
    checked: 'coché',
    unchecked: 'non coché',
    enter: 'Saisissez ces valeurs :',
    copy: 'Copier',
    copyOne: (label) => `Copier ${label}`,
    people: 'Choisir qui peut l’utiliser',
    peopleText: 'Attribuez l’application aux personnes ou aux groupes qui doivent se connecter.',
    result: { saml: 'Coller les métadonnées', oidc: 'Saisir le client' },
    resultUrl: 'Copiez l’adresse depuis :',
    resultFile: 'Ouvrez ce fichier dans un éditeur de texte, et copiez son contenu :',
    resultClient: 'Le secret se trouve à :',
    metadataUrl: 'Adresse des métadonnées',
    metadata: 'Ou leur contenu, en XML',
    metadataOnly: 'Contenu des métadonnées, en XML',
    metadataHint: 'Commence par <EntityDescriptor ou similaire.',
    issuer: 'Émetteur (issuer)',
    issuerHint: 'L’adresse avant /.well-known/openid-configuration.',
    clientId: 'Identifiant du client',
    clientSecret: 'Secret du client',
    clientSecretKept: 'Un secret est enregistré. Laissez ce champ vide pour le garder.',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    savedAs: (issuer) => `Enregistré : ${issuer}`,
    invalid:
      'Ce contenu est illisible. Vérifiez qu’il est complet, et qu’il vient de l’application que vous avez créée.',
    unreachable: 'Cette adresse ne répond pas. Vérifiez-la, ou collez le contenu.',
    test: 'Essayer',
    testText:
      'Connectez-vous une fois comme au travail. Le test ne connecte personne ici, et montre ce qui arrive.',
    testStart: 'Lancer le test',
    testAgain: 'Tester de nouveau',
    testRunning: 'En attente de votre connexion dans l’autre fenêtre…',
    person: (who) => `Voici comment ${who} arriverait :`,
    activate: 'Activer',
    activateText: 'Vos utilisateurs peuvent alors se connecter ainsi.',
    activateUntested: 'Essayez d’abord, pour que personne ne rencontre d’erreur.',
    on: 'Activer',
    off: 'Désactiver',
    isOn: 'C’est activé.',
    isOff: 'C’est désactivé.',
  },

  scim: {
    title: 'Laisser les comptes suivre votre annuaire',
    intro:
      'Avec SCIM, votre fournisseur d’identité crée les comptes et les désactive quand les personnes partent.',
    first: 'Reliez d’abord votre fournisseur d’identité.',
    unsupported: (name) => `${name} ne prend pas en charge SCIM. Il n’y a rien à faire ici.`,
    create: 'Créer un jeton',
    createFor: (name) => `Créer un jeton pour ${name}`,
    tokens: (count) => (count === 1 ? '1 jeton' : `${count} jetons`),
    once: 'Copiez le jeton maintenant : il ne s’affiche qu’une fois.',
    enter: 'Saisissez ces valeurs :',
    way: 'Allez à :',
    after: 'Ensuite :',
    token: 'Jeton',
    revoke: 'Révoquer',
    revokeOne: (date) => `Révoquer le jeton du ${date}`,
    revokeTitle: 'Révoquer ce jeton ?',
    revokeText: 'Votre fournisseur d’identité ne pourra plus modifier de comptes avec lui.',
    since: (date) => `Jeton du ${date}`,
  },

  test,
};
