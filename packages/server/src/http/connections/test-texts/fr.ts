import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'Le test a réussi',
  failed: 'Le test a échoué',
  passedText: 'Cette connexion peut servir à se connecter. Ce test n’a connecté personne.',
  failures: {
    private_address:
      'Cette adresse est dans un réseau privé que ce service ne peut pas appeler. Demandez à la personne qui vous a donné le lien de l’autoriser.',
    oidc_discovery:
      'L’émetteur ne fournit pas sa configuration ou n’a pas d’adresse publique. Vérifiez l’émetteur, ou demandez à la personne qui vous a donné le lien d’autoriser son réseau.',
    oidc_denied:
      'Le fournisseur d’identité a refusé la connexion. Vérifiez que la personne a le droit d’utiliser l’application.',
    oidc_authorization:
      'Le fournisseur d’identité n’a pas accepté la demande. Vérifiez l’identifiant du client et l’adresse de redirection.',
    oidc_token:
      'Le fournisseur d’identité a refusé le client. Vérifiez l’identifiant et le secret du client.',
    oidc_id_token:
      'Le jeton d’identité n’a pas pu être vérifié. Vérifiez l’émetteur et l’identifiant du client.',
    oidc_userinfo: 'Le fournisseur d’identité ne donne pas le profil de la personne.',
    saml_status:
      'Le fournisseur d’identité a répondu par une erreur. Vérifiez que la personne a le droit d’utiliser l’application.',
    saml_signature: 'La signature ne vient pas d’un certificat connu. Rechargez les métadonnées.',
    saml_unsigned: 'L’assertion n’est pas signée. Activez la signature de l’assertion.',
    saml_algorithm:
      'Le fournisseur d’identité utilise un ancien algorithme. Choisissez RSA-SHA256 et SHA-256.',
    saml_encryption: 'Le chiffrement ne convient pas. Vérifiez les réglages des assertions chiffrées.',
    saml_issuer: 'Un autre fournisseur d’identité a répondu. Rechargez les métadonnées.',
    saml_destination:
      'La réponse est destinée à une autre adresse. Vérifiez l’adresse de connexion (URL ACS).',
    saml_recipient:
      'La réponse est destinée à un autre destinataire. Vérifiez l’adresse de connexion (URL ACS).',
    saml_audience: 'La réponse est destinée à un autre service. Vérifiez l’identifiant d’entité (audience).',
    saml_confirmation: 'La réponse ne dit pas pour qui ni jusqu’à quand elle est valable.',
    saml_request: 'La réponse ne correspond pas à la demande. Partez de ce test, et non du fournisseur.',
    saml_time:
      'La réponse a expiré ou n’est pas encore valable. Vérifiez l’horloge du fournisseur d’identité.',
    saml_name_id: 'Le NameID est inutilisable. Choisissez un NameID persistant ou l’e-mail.',
    email_missing:
      'Le fournisseur d’identité ne donne pas d’e-mail. Ajoutez un attribut ou un claim nommé email.',
  },
  otherFailure: 'La réponse n’a pas la forme que la norme exige.',
  detail: 'La raison exacte :',
  close: 'Vous pouvez fermer cette fenêtre. Le résultat s’affiche aussi là où le test a commencé.',
  verified: 'Ce qui est correct',
  rules: {
    discovery: 'La configuration du fournisseur d’identité a été lue',
    code: 'Le fournisseur d’identité accepte le client',
    encryption: 'L’assertion est chiffrée',
    signature: 'La signature vient du fournisseur d’identité',
    issuer: 'L’émetteur est celui attendu',
    audience: 'La réponse est destinée à ce service',
    recipient: 'La réponse est destinée à cette adresse',
    request: 'La réponse correspond à cette demande',
    time: 'Les dates sont correctes',
  },
  attributes: 'Ce que dit le fournisseur d’identité',
  fields: { subject: 'Identité', email: 'E-mail', name: 'Nom', groups: 'Groupes' },
  roles: 'Rôles',
  outsideDomain:
    'Le domaine de cet e-mail n’est pas vérifié. Les personnes qui ont un tel e-mail ne peuvent se connecter que si elles n’ont pas encore de compte.',
  received: 'La réponse telle qu’elle est arrivée, sans signatures',
};
