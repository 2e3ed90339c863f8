import type { OAuthTexts } from '../en/oauth.ts';

/** The Spanish texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} podrá:`,
    nothing: 'Nada con su cuenta',
    at: (names) => `En: ${names}`,
    switch: 'Usar otra cuenta',
    homepage: 'Sitio web',
    policy: 'Privacidad',
    terms: 'Condiciones',
  },

  consent: {
    title: (name) => `¿Iniciar sesión en ${name}?`,
    over: 'Esta solicitud ya no es válida',
    leads: (host) => `Le lleva a ${host}`,
    opens: (scheme) => `Abre un programa en este dispositivo (${scheme})`,
    anybody: (name) =>
      `Cualquier programa de este dispositivo puede llamarse ${name}. Permítalo solo si acaba de abrirlo usted mismo.`,
    lacksFactor: (name) =>
      `${name} pide un segundo paso y su cuenta no tiene ninguno. Añada uno y vuelva a empezar en la aplicación.`,
    allow: 'Permitir',
    deny: 'Rechazar',
    undo: 'Puede desconectar la aplicación en cualquier momento en la página de su cuenta.',
    back: (name) => `Volver a ${name}`,
    close: 'La aplicación continúa. Puede cerrar esta página.',
    open: (name) => `Abrir ${name}`,
  },

  device: {
    title: 'Conectar un dispositivo',
    intro: 'Introduzca el código que muestra el dispositivo o el programa.',
    same: '¿Muestra su dispositivo este código? Continúe solo si es así.',
    hint: 'Ocho letras, mayúsculas o minúsculas.',
    wrong: 'Ningún dispositivo espera este código. Compruébelo u obtenga uno nuevo en el dispositivo.',
    askTitle: (name) => `¿Iniciar sesión en ${name} en otro dispositivo?`,
    from: (address) => `Solicitado desde ${address}`,
    fromWith: (address, program) => `Solicitado desde ${address} con ${program}`,
    warning:
      'Continúe solo si lo ha empezado usted mismo, en un dispositivo que tiene consigo. Si alguien le ha enviado este código o enlace, quiere entrar en su cuenta: elija Rechazar.',
    allowed: 'El dispositivo ha iniciado sesión',
    allowedText: (name) => `${name} continúa por sí solo. Puede cerrar esta página.`,
    denied: 'Se ha rechazado el dispositivo',
    deniedText: 'No ha entrado en su cuenta. Puede cerrar esta página.',
  },
};
