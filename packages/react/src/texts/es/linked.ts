import type { LinkedTexts } from '../en/linked.ts';

/** The Spanish texts of the pages that mailed links open. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Crear una cuenta',
    titleAt: (name) => `Crear una cuenta en ${name}`,
    button: 'Crear la cuenta',
    emailCode: 'Recibir un código por correo',
    prove: (email) =>
      `Para confirmar que este correo es suyo, introduzca el código que hemos enviado a ${email}.`,
    code: (email) => `Hemos enviado un código a ${email}. Es válido durante diez minutos.`,
    fromLink: (email) => `Para ${email}. Elija un nombre y una contraseña.`,
    haveAccount: '¿Ya tiene una cuenta?',
    signIn: 'Iniciar sesión',
    closedTitle: 'No puede abrir una cuenta aquí',
    invite: 'Necesita una invitación. Si alguien le ha invitado, abra el enlace del correo.',
    closed: 'Pida una cuenta a un administrador.',
  },
  reset: {
    title: 'Elija una contraseña nueva',
    ask: 'Introduzca el correo de su cuenta y le enviaremos un código.',
    button: 'Recibir un código por correo',
    sent: (email) =>
      `Si ${email} tiene una cuenta aquí, le hemos enviado un código. Introdúzcalo y elija una contraseña nueva.`,
    for: (email) => `Para la cuenta de ${email}.`,
    save: 'Guardar la contraseña',
    done: 'La contraseña nueva está guardada',
    doneIntro: 'Ha iniciado sesión aquí, y se ha cerrado en todos los demás dispositivos.',
    saved: 'La contraseña nueva está guardada. Un paso más para iniciar sesión.',
  },
  invitation: {
    title: 'Abra su cuenta',
    over: 'Esta invitación no sirve',
    by: (name) => `${name} le invita.`,
    for: (email) => `Esta invitación es para ${email}.`,
    choose: 'Elija una contraseña y el nombre que verán los demás.',
    unproven:
      'Hay una cuenta con este correo que nadie ha confirmado. Pasa a ser suya, y su contraseña sustituye a la anterior.',
    button: 'Abrir la cuenta',
    join: {
      title: (name) => `Unirse a ${name}`,
      signIn: (name) => `Inicie sesión para unirse a ${name}.`,
      intro: (email) => `Ha iniciado sesión como ${email} y acepta la invitación con esta cuenta.`,
      other: (email) => `Ha iniciado sesión como ${email}. Cierre sesión para usar la cuenta invitada.`,
      button: 'Unirse',
      later: 'Ahora no',
    },
  },
  undo: {
    title: '¿Conservar su dirección anterior?',
    intro:
      'Su cuenta conservará la dirección anterior. Si ya ha cambiado, la restablecemos, cerramos todas las sesiones y desactivamos la contraseña.',
    button: 'Conservar la dirección anterior',
    done: 'Su cuenta tiene su dirección anterior',
    doneIntro: 'Abra el correo que acabamos de enviarle: con su enlace puede elegir una contraseña nueva.',
    organizations:
      'Si pertenece a organizaciones, revise su actividad y quite a las personas a las que no dejó entrar.',
    change: {
      title: '¿No ha sido usted?',
      intro:
        'Deshacemos el cambio y quitamos todo lo que se ha añadido a su cuenta desde entonces y en los siete días anteriores. Todas las sesiones terminan y la contraseña deja de servir.',
      button: 'Deshacer el cambio',
      done: 'El cambio está deshecho',
    },
    account: {
      title: '¿No ha abierto usted esta cuenta?',
      intro:
        'Cerramos todas las sesiones y quitamos todas las formas de iniciar sesión, para que nadie más pueda usar la cuenta. Si antes tenía otro buzón, vuelve a él.',
      button: 'Quitarlo todo',
      done: 'Nadie más puede iniciar sesión',
      returned: 'La cuenta ha vuelto',
      returnedIntro:
        'La cuenta ha vuelto al buzón que tenía antes. El suyo está libre; puede abrir una cuenta propia.',
    },
  },
};
