import type { OAuthTexts } from '../en/oauth.ts';

/** The Dutch texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} kan dan:`,
    nothing: 'Niets met uw account',
    at: (names) => `Bij: ${names}`,
    switch: 'Een ander account gebruiken',
    homepage: 'Website',
    policy: 'Privacy',
    terms: 'Voorwaarden',
  },

  consent: {
    title: (name) => `Inloggen bij ${name}?`,
    over: 'Dit verzoek geldt niet meer',
    leads: (host) => `Brengt u naar ${host}`,
    opens: (scheme) => `Opent een programma op dit apparaat (${scheme})`,
    anybody: (name) =>
      `Elk programma op dit apparaat kan zich ${name} noemen. Sta het alleen toe als u het net zelf hebt gestart.`,
    lacksFactor: (name) =>
      `${name} vraagt om een tweede stap, en uw account heeft er geen. Voeg er een toe en begin opnieuw in de toepassing.`,
    allow: 'Toestaan',
    deny: 'Weigeren',
    undo: 'U kunt de toepassing altijd ontkoppelen op de pagina van uw account.',
    back: (name) => `Terug naar ${name}`,
    close: 'De toepassing gaat verder. U kunt deze pagina sluiten.',
    open: (name) => `${name} openen`,
  },

  device: {
    title: 'Apparaat verbinden',
    intro: 'Vul de code in die het apparaat of programma toont.',
    same: 'Toont uw apparaat deze code? Ga alleen door als dat zo is.',
    hint: 'Acht letters, hoofdletters of kleine letters.',
    wrong: 'Geen apparaat wacht op deze code. Controleer de code of haal op het apparaat een nieuwe op.',
    askTitle: (name) => `Inloggen bij ${name} op een ander apparaat?`,
    from: (address) => `Gevraagd vanaf ${address}`,
    fromWith: (address, program) => `Gevraagd vanaf ${address} met ${program}`,
    warning:
      'Ga alleen door als u dit zelf bent begonnen, op een apparaat dat u bij u hebt. Als iemand u deze code of link heeft gestuurd, wil die persoon in uw account komen: kies Weigeren.',
    allowed: 'Het apparaat is ingelogd',
    allowedText: (name) => `${name} gaat vanzelf verder. U kunt deze pagina sluiten.`,
    denied: 'Het apparaat is geweigerd',
    deniedText: 'Het heeft geen toegang tot uw account gekregen. U kunt deze pagina sluiten.',
  },
};
