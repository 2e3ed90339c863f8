import type { UndoTexts } from '../en/undo.ts';

/** The Spanish texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: '¿Conservar su dirección anterior?',
    intro:
      'Su cuenta conservará la dirección anterior. Si ya ha cambiado, la restablecemos, cerramos todas las sesiones y desactivamos la contraseña.',
    button: 'Conservar la dirección anterior',
    done: 'Su cuenta tiene su dirección anterior',
    doneIntro: 'Si ya había cambiado, elija ahora una contraseña nueva.',
    change: {
      title: '¿No ha sido usted?',
      intro:
        'Deshacemos el cambio y quitamos todo lo que se ha añadido a su cuenta desde entonces y en los siete días anteriores. Todas las sesiones terminan y la contraseña deja de servir.',
      button: 'Deshacer el cambio',
      done: 'El cambio está deshecho',
      doneIntro: 'Elija ahora una contraseña nueva. Le hemos enviado un enlace para ello.',
    },
    account: {
      title: '¿No ha abierto usted esta cuenta?',
      intro:
        'Cerramos todas las sesiones y quitamos todas las formas de iniciar sesión, para que nadie más pueda usar la cuenta. Si antes tenía otro buzón, vuelve a él.',
      button: 'Quitarlo todo',
      done: 'Nadie más puede iniciar sesión',
      doneIntro: 'Elija ahora una contraseña. Le hemos enviado un enlace para ello.',
      returned: 'La cuenta ha vuelto',
      returnedIntro:
        'La cuenta ha vuelto al buzón que tenía antes. El suyo está libre; puede abrir una cuenta propia.',
    },
  },
};
