import type { OAuthTexts } from '../en/oauth.ts';

/** The French texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} pourra :`,
    nothing: 'Rien faire avec votre compte',
    at: (names) => `Sur : ${names}`,
    switch: 'Utiliser un autre compte',
    homepage: 'Site web',
    policy: 'Confidentialité',
    terms: 'Conditions',
  },

  consent: {
    title: (name) => `Se connecter à ${name} ?`,
    over: 'Cette demande n’est plus valable',
    leads: (host) => `Vous mène vers ${host}`,
    opens: (scheme) => `Ouvre un programme sur cet appareil (${scheme})`,
    anybody: (name) =>
      `N’importe quel programme de cet appareil peut se faire appeler ${name}. N’autorisez que si vous venez de le lancer vous-même.`,
    lacksFactor: (name) =>
      `${name} demande une deuxième étape, et votre compte n’en a pas. Ajoutez-en une, puis recommencez dans l’application.`,
    allow: 'Autoriser',
    deny: 'Refuser',
    undo: 'Vous pouvez déconnecter l’application à tout moment sur la page de votre compte.',
    back: (name) => `Retour à ${name}`,
    close: 'L’application prend la suite. Vous pouvez fermer cette page.',
    open: (name) => `Ouvrir ${name}`,
  },

  device: {
    title: 'Connecter un appareil',
    intro: 'Saisissez le code affiché par l’appareil ou le programme.',
    same: 'Votre appareil affiche-t-il ce code ? Ne continuez que si c’est le cas.',
    hint: 'Huit lettres, majuscules ou minuscules.',
    wrong: 'Aucun appareil n’attend ce code. Vérifiez-le, ou obtenez-en un nouveau sur l’appareil.',
    askTitle: (name) => `Se connecter à ${name} sur un autre appareil ?`,
    from: (address) => `Demandé depuis ${address}`,
    fromWith: (address, program) => `Demandé depuis ${address} avec ${program}`,
    warning:
      'Ne continuez que si vous avez lancé cette demande vous-même, sur un appareil que vous avez avec vous. Si quelqu’un vous a envoyé ce code ou ce lien, il veut accéder à votre compte : choisissez Refuser.',
    allowed: 'L’appareil est connecté',
    allowedText: (name) => `${name} continue tout seul. Vous pouvez fermer cette page.`,
    denied: 'L’appareil a été refusé',
    deniedText: 'Il n’a pas eu accès à votre compte. Vous pouvez fermer cette page.',
  },
};
