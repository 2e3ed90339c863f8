import type { OAuthTexts } from '../en/oauth.ts';

/** The Polish texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} będzie mogła:`,
    nothing: 'Nic z Twoim kontem',
    at: (names) => `W: ${names}`,
    switch: 'Użyj innego konta',
    homepage: 'Strona internetowa',
    policy: 'Prywatność',
    terms: 'Warunki',
  },

  consent: {
    title: (name) => `Zalogować się do ${name}?`,
    over: 'Ta prośba jest już nieważna',
    leads: (host) => `Prowadzi do ${host}`,
    opens: (scheme) => `Otwiera program na tym urządzeniu (${scheme})`,
    anybody: (name) =>
      `Każdy program na tym urządzeniu może nazywać się ${name}. Zezwól tylko wtedy, gdy właśnie został przez Ciebie uruchomiony.`,
    lacksFactor: (name) =>
      `${name} wymaga drugiego kroku, a Twoje konto go nie ma. Dodaj go i zacznij od nowa w aplikacji.`,
    allow: 'Zezwól',
    deny: 'Odmów',
    undo: 'W każdej chwili możesz odłączyć aplikację na stronie swojego konta.',
    back: (name) => `Wróć do ${name}`,
    close: 'Aplikacja działa dalej. Możesz zamknąć tę stronę.',
    open: (name) => `Otwórz ${name}`,
  },

  device: {
    title: 'Połącz urządzenie',
    intro: 'Wpisz kod, który pokazuje urządzenie lub program.',
    same: 'Czy Twoje urządzenie pokazuje ten kod? Kontynuuj tylko wtedy.',
    hint: 'Osiem liter, wielkich lub małych.',
    wrong: 'Żadne urządzenie nie czeka na ten kod. Sprawdź go lub pobierz nowy na urządzeniu.',
    askTitle: (name) => `Zalogować się do ${name} na innym urządzeniu?`,
    from: (address) => `Żądanie z adresu ${address}`,
    fromWith: (address, program) => `Żądanie z adresu ${address}, program: ${program}`,
    warning:
      'Kontynuuj tylko wtedy, gdy to Ty rozpoczynasz logowanie, na urządzeniu, które masz przy sobie. Jeśli ktoś przysłał Ci ten kod lub link, chce dostać się na Twoje konto: wybierz Odmów.',
    allowed: 'Urządzenie jest zalogowane',
    allowedText: (name) => `${name} działa dalej samodzielnie. Możesz zamknąć tę stronę.`,
    denied: 'Odmówiono urządzeniu',
    deniedText: 'Nie uzyskało dostępu do Twojego konta. Możesz zamknąć tę stronę.',
  },
};
