import type { OAuthTexts } from '../en/oauth.ts';

/** The German texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name: string) => `${name} kann dann:`,
    nothing: 'Nichts mit Ihrem Konto',
    at: (names: string) => `Bei: ${names}`,
    switch: 'Anderes Konto verwenden',
    homepage: 'Website',
    policy: 'Datenschutz',
    terms: 'Bedingungen',
  },
  consent: {
    title: (name: string) => `Bei ${name} anmelden?`,
    over: 'Diese Anfrage gilt nicht mehr',
    leads: (host: string) => `Führt Sie zu ${host}`,
    opens: (scheme: string) => `Öffnet ein Programm auf diesem Gerät (${scheme})`,
    anybody: (name: string) =>
      `Jedes Programm auf diesem Gerät kann sich ${name} nennen. Erlauben Sie es nur, wenn Sie es gerade selbst gestartet haben.`,
    lacksFactor: (name: string) =>
      `${name} verlangt einen zweiten Schritt, und Ihr Konto hat keinen. Fügen Sie einen hinzu, und beginnen Sie dann in der Anwendung neu.`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
    undo: 'Auf der Seite Ihres Kontos können Sie die Anwendung jederzeit trennen.',
    back: (name: string) => `Zurück zu ${name}`,
    close: 'Die Anwendung macht weiter. Sie können diese Seite schließen.',
    open: (name: string) => `${name} öffnen`,
  },
  device: {
    title: 'Gerät verbinden',
    intro: 'Geben Sie den Code ein, den das Gerät oder das Programm zeigt.',
    same: 'Zeigt Ihr Gerät diesen Code? Fahren Sie nur dann fort.',
    hint: 'Acht Buchstaben, groß oder klein.',
    wrong:
      'Kein Gerät wartet auf diesen Code. Prüfen Sie ihn, oder lassen Sie sich auf dem Gerät einen neuen zeigen.',
    askTitle: (name: string) => `Auf einem anderen Gerät bei ${name} anmelden?`,
    from: (address: string) => `Gefragt von ${address}`,
    fromWith: (address: string, program: string) => `Gefragt von ${address} mit ${program}`,
    warning:
      'Fahren Sie nur fort, wenn Sie dies selbst begonnen haben, auf einem Gerät, das bei Ihnen ist. Wer Ihnen diesen Code oder Link geschickt hat, will in Ihr Konto: Lehnen Sie ab.',
    allowed: 'Das Gerät ist angemeldet',
    allowedText: (name: string) => `${name} macht von selbst weiter. Sie können diese Seite schließen.`,
    denied: 'Das Gerät wurde abgelehnt',
    deniedText: 'Es ist nicht in Ihr Konto gekommen. Sie können diese Seite schließen.',
  },
};
