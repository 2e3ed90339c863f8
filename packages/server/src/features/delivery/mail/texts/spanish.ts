import type { MailTexts } from './english.ts';

export const spanish: MailTexts = {
  language: 'es',
  greeting: 'Hola, {name}:',
  greetingWithoutName: 'Hola:',

  codes: {
    signup: {
      codeSubject: 'Su código de registro para {product}',
      codeHeading: 'Su código de registro',
      codeIntro: 'Introduzca este código para crear su cuenta en {product}.',
      linkSubject: 'Termine su registro en {product}',
      linkHeading: 'Termine su registro',
      linkIntro: 'Use este enlace para crear su cuenta en {product}.',
      button: 'Continuar el registro',
      notYou: 'Si no ha pedido una cuenta, ignore este correo: sin el código no se crea ninguna.',
    },
    login: {
      codeSubject: 'Su código de inicio de sesión para {product}',
      codeHeading: 'Su código de inicio de sesión',
      codeIntro: 'Introduzca este código para iniciar sesión en {product}.',
      linkSubject: 'Su enlace de inicio de sesión para {product}',
      linkHeading: 'Iniciar sesión en {product}',
      linkIntro: 'Use este enlace para iniciar sesión en {product}.',
      button: 'Iniciar sesión',
      notYou: 'Si no lo ha pedido, ignore este correo: nadie puede iniciar sesión sin el código.',
    },
    reset: {
      codeSubject: 'Su código para restablecer la contraseña de {product}',
      codeHeading: 'Su código para restablecer la contraseña',
      codeIntro: 'Introduzca este código para elegir una contraseña nueva para {product}.',
      linkSubject: 'Restablezca su contraseña de {product}',
      linkHeading: 'Restablezca su contraseña',
      linkIntro: 'Use este enlace para elegir una contraseña nueva para {product}.',
      button: 'Elegir una contraseña nueva',
      notYou: 'Si no lo ha pedido, ignore este correo: su contraseña no cambia.',
    },
    verify: {
      codeSubject: 'Su código de confirmación para {product}',
      codeHeading: 'Su código de confirmación',
      codeIntro: 'Introduzca este código para confirmar su dirección de correo en {product}.',
      linkSubject: 'Confirme su dirección de correo para {product}',
      linkHeading: 'Confirme su dirección de correo',
      linkIntro: 'Use este enlace para confirmar su dirección de correo en {product}.',
      button: 'Confirmar la dirección',
      notYou: 'Si no lo ha pedido, ignore este correo: nada cambia.',
    },
  },
  codeValidity: 'El código sirve una sola vez, durante {minutes}.',
  linkValidity: 'El enlace y el código sirven una sola vez, durante {minutes}.',
  secrecy: 'No comparta el código con nadie, ni siquiera con quien diga que trabaja para {product}.',
  orButton: 'O use este enlace en lugar del código:',
  orCode: 'O introduzca este código a mano:',
  linkHint: 'Si el botón no funciona, abra esta dirección en su navegador:',
  more: '{count} más',
  keptApplications:
    'Estas aplicaciones conservan el acceso a su cuenta hasta que las desconecte en su página: {applications}.',

  notices: {
    signup_notice: {
      subject: 'Ya tiene una cuenta en {product}',
      heading: 'Ya tiene una cuenta',
      paragraphs: [
        'Alguien, probablemente usted, ha intentado registrarse en {product} con esta dirección de correo. La dirección ya tiene una cuenta, así que no se ha cambiado nada.',
        'Inicie sesión como antes. Si ha olvidado la contraseña, pida allí restablecerla.',
      ],
      button: 'Ir a {product}',
      notYou: 'Si no ha sido usted, no tiene que hacer nada.',
    },
    invitation: {
      subject: 'Tiene una invitación a {product}',
      heading: 'Tiene una invitación a {product}',
      paragraphs: [
        '{product} le invita a abrir una cuenta con esta dirección de correo.',
        'El enlace sirve una sola vez, hasta el {until}.',
      ],
      button: 'Abrir su cuenta',
      notYou: 'Si no lo esperaba, ignore este correo: sin el enlace no se abre ninguna cuenta.',
    },
    organization_invitation: {
      subject: 'Tiene una invitación para unirse a una organización en {product}',
      heading: 'Tiene una invitación para unirse a una organización',
      paragraphs: [
        'Alguien le invita a unirse a la organización {organization} en {product} con esta dirección de correo.',
        'Si tiene una cuenta, inicie sesión con ella. Si no, puede abrir una. El enlace sirve una sola vez, hasta el {until}.',
      ],
      button: 'Aceptar la invitación',
      notYou: 'Si no lo esperaba, ignore este correo: sin el enlace no se une a nada.',
    },
    password_changed: {
      subject: 'Se ha cambiado su contraseña de {product}',
      heading: 'Se ha cambiado su contraseña',
      paragraphs: ['Se ha cambiado la contraseña de su cuenta en {product}.'],
      button: '',
      notYou:
        'Si no ha sido usted, pida de inmediato restablecer la contraseña y asegúrese de que nadie más lee su correo.',
    },
    email_changed: {
      subject: 'Se ha cambiado su dirección de correo de {product}',
      heading: 'Se ha cambiado su dirección de correo',
      paragraphs: [
        'La dirección de correo de su cuenta en {product} es ahora {newEmail}. Los correos de la cuenta ya no llegan a esta dirección.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, contacte de inmediato con {product}: con la nueva dirección, alguien puede apoderarse de la cuenta.',
    },
    email_change_asked: {
      subject: 'Su dirección de correo de {product} va a cambiar',
      heading: 'Su dirección de correo va a cambiar',
      paragraphs: [
        'Alguien, probablemente usted, quiere usar su cuenta en {product} con la dirección {newEmail}. El cambio se aplica en cuanto se confirme desde ese buzón.',
        'Para conservar esta dirección, use el enlace. Es válido hasta el {until}, también después del cambio.',
      ],
      button: 'Conservar esta dirección',
      notYou:
        'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta: conserve esta dirección y pida después restablecer la contraseña, lo que cierra todas las sesiones.',
    },
    email_change_made: {
      subject: 'Se ha cambiado su dirección de correo de {product}',
      heading: 'Se ha cambiado su dirección de correo',
      paragraphs: [
        'La dirección de correo de su cuenta en {product} es ahora {newEmail}. Los correos de la cuenta ya no llegan a esta dirección.',
        'Para recuperar esta dirección, use el enlace. Es válido hasta el {until}.',
      ],
      button: 'Recuperar esta dirección',
      notYou:
        'Si no ha sido usted, recupere esta dirección, lo que cierra todas las sesiones y anula la contraseña, y pida después restablecerla.',
    },
    account_returned: {
      subject: 'Su dirección vuelve a estar libre en {product}',
      heading: 'Su dirección vuelve a estar libre',
      paragraphs: [
        'La cuenta en {product} que tenía esta dirección ha vuelto al buzón que tenía antes. El suyo está libre: puede abrir una cuenta propia.',
      ],
      button: '',
      notYou: 'Si la cuenta era suya, póngase en contacto con {product}.',
    },
    account_back: {
      subject: 'Su cuenta en {product} vuelve a tener esta dirección',
      heading: 'Su cuenta ha vuelto',
      paragraphs: [
        'La dirección de su cuenta en {product} se había cambiado a {newEmail}. Quien lee ese buzón dijo que la cuenta no es suya, así que vuelve a tener esta dirección.',
        'Todas las sesiones han terminado, la contraseña ya no funciona y se ha eliminado todo lo añadido desde entonces. Otro correo contiene un enlace para una nueva contraseña.',
      ],
      button: '',
      notYou:
        'Si usted no cambió la dirección, otra persona había iniciado sesión en su cuenta. Ya no es así.',
    },
    provider_linked: {
      subject: 'Una nueva forma de iniciar sesión en {product}',
      heading: 'Una nueva forma de iniciar sesión',
      paragraphs: ['Ya puede iniciar sesión en su cuenta de {product} con {provider}.'],
      button: '',
      notYou: 'Si no ha sido usted, cambie la contraseña de inmediato y desconecte {provider} en su cuenta.',
    },
    factor_added: {
      subject: 'Se ha añadido un segundo factor a su cuenta en {product}',
      heading: 'Se ha añadido un segundo factor',
      paragraphs: ['Su cuenta en {product} tiene ahora {factor} como segundo factor.'],
      button: '',
      notYou:
        'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. Cambie la contraseña de inmediato, lo que cierra todas las demás sesiones, y quite el factor. Si ya no puede iniciar sesión, contacte con {product}.',
    },
    factor_removed: {
      subject: 'Se ha quitado un segundo factor de su cuenta en {product}',
      heading: 'Se ha quitado un segundo factor',
      paragraphs: ['Se ha quitado este segundo factor de su cuenta en {product}: {factor}.'],
      button: '',
      notYou:
        'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. Cambie la contraseña de inmediato, lo que cierra todas las demás sesiones, y vuelva a añadir el factor.',
    },
    deletion_requested: {
      subject: 'Su cuenta en {product} se eliminará',
      heading: 'Su cuenta se eliminará',
      paragraphs: [
        'Alguien ha pedido eliminar su cuenta en {product}. Todas sus sesiones han terminado. El {until} se elimina todo.',
        'Para conservar la cuenta, inicie sesión antes.',
      ],
      button: '',
      notYou: 'Si no ha sido usted, inicie sesión ahora y cambie la contraseña: así la cuenta se conserva.',
    },
    deletion_cancelled: {
      subject: 'Su cuenta en {product} se conserva',
      heading: 'Su cuenta se conserva',
      paragraphs: ['Ha iniciado sesión en {product}, así que su cuenta no se elimina.'],
      button: '',
      notYou: 'Si no ha sido usted, cambie la contraseña de inmediato: otra persona puede iniciar sesión.',
    },
    deletion_prevented: {
      subject: 'Su cuenta en {product} no se ha eliminado',
      heading: 'Su cuenta no se ha eliminado',
      paragraphs: [
        'Su cuenta en {product} iba a eliminarse. Se conserva, porque nadie más gestiona una organización con otros miembros o el propio servicio.',
      ],
      button: '',
      notYou: 'Puede iniciar sesión como antes. Traspase lo que gestiona y elimine la cuenta de nuevo.',
    },
    account_deleted: {
      subject: 'Se ha eliminado su cuenta en {product}',
      heading: 'Se ha eliminado su cuenta',
      paragraphs: ['Su cuenta en {product} ya no existe, ni nada de lo que le pertenecía.'],
      button: '',
      notYou: 'Si no lo ha pedido, contacte con {product}.',
    },
    organization_deleted: {
      subject: 'Se ha eliminado {organization} en {product}',
      heading: 'Se ha eliminado su organización',
      paragraphs: [
        'Se ha eliminado la organización {organization} en {product}, de la que es propietario. Sus miembros conservan sus cuentas.',
        'Hasta el {until}, un superadministrador de {product} puede restaurarla.',
      ],
      button: '',
      notYou: 'Si no lo esperaba, contacte con {product}.',
    },
    certificate_expiring: {
      subject: 'El inicio de sesión de {organization} en {product} necesita un certificado nuevo',
      heading: 'Un certificado de su proveedor de identidad caduca',
      paragraphs: [
        'La organización {organization} en {product}, de la que es propietario, inicia las sesiones con su proveedor de identidad ({connection}). El último certificado que {product} conoce de él caduca el {until}.',
        'Introduzca antes el certificado nuevo. De lo contrario, nadie podrá iniciar sesión con él.',
      ],
      button: '',
      notYou: 'Si ya no usa este inicio de sesión, elimine la conexión.',
    },
    trust_lost: {
      subject: 'El inicio de sesión de {organization} en {product} necesita su aprobación',
      heading: 'Apruebe de nuevo una conexión',
      paragraphs: [
        'La organización {organization} en {product}, de la que es propietario, inicia las sesiones con su proveedor de identidad ({connection}). La persona que aprobó esta conexión ha perdido derechos para ello o ha deshecho cambios en su cuenta. Por eso es posible que la conexión esté desactivada, o que los propietarios y administradores ya no puedan iniciar sesión con ella.',
        'Si confía en la conexión, guárdela de nuevo y actívela, o pida a {product} que lo haga.',
      ],
      button: '',
      notYou: 'Si ya no usa este inicio de sesión, elimine la conexión.',
    },
    domain_unproven: {
      subject: 'El dominio {domain} de {organization} en {product} debe demostrarse de nuevo',
      heading: 'El registro de su dominio ha desaparecido',
      paragraphs: [
        'La organización {organization} en {product}, de la que es propietario, demostró {domain} con un registro en el DNS. El DNS ya no lo tiene.',
        'Vuelva a añadir el registro antes del {until}. De lo contrario, {organization} pierde el dominio. Sus miembros se quedan.',
      ],
      button: '',
      notYou: 'Si el dominio ya no es suyo, quítelo de la organización.',
    },
    factors_reset: {
      subject: 'Se han quitado todos los segundos factores de su cuenta en {product}',
      heading: 'Se han quitado todos los segundos factores',
      paragraphs: [
        'Un superadministrador de {product} ha quitado todos los segundos factores y códigos de recuperación de su cuenta, y ha cerrado todas sus sesiones.',
        'Puede volver a iniciar sesión sin segundo factor. Después, añada uno.',
      ],
      button: '',
      notYou:
        'Si no lo ha pedido, contacte con {product}: alguien puede haberlo pedido en su nombre. Cambie también la contraseña.',
    },
    key_created: {
      subject: 'Una clave de API nueva para {product}',
      heading: 'Se ha creado una clave de API nueva',
      paragraphs: [
        'Su cuenta en {product} ha creado la clave de API {key}. Quien la tenga puede administrar {product} dentro de sus permisos.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. Cambie la contraseña de inmediato, lo que cierra todas las demás sesiones, y revoque la clave en la consola.',
    },
    recovery_codes_made: {
      subject: 'Códigos de recuperación nuevos para su cuenta en {product}',
      heading: 'Códigos de recuperación nuevos',
      paragraphs: [
        'Su cuenta en {product} tiene códigos de recuperación nuevos. Los anteriores ya no sirven.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. Cambie la contraseña de inmediato, lo que cierra todas las demás sesiones, y cree códigos de recuperación nuevos.',
    },
    app_codes_guessed: {
      subject: 'Códigos incorrectos para su cuenta en {product}',
      heading: 'Alguien ha introducido códigos incorrectos',
      paragraphs: [
        'Alguien, quizá usted, ha introducido tres códigos incorrectos de su aplicación de autenticación en {product}, después de una contraseña correcta u otro primer paso.',
        'Tras diez códigos incorrectos en un día, {product} deja de aceptar códigos de la aplicación. Una llave de acceso, un código de recuperación o una contraseña nueva hacen que vuelvan a servir.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, alguien conoce su contraseña o lee su correo. Cambie la contraseña de inmediato.',
    },
    recovery_code_used: {
      subject: 'Se ha usado un código de recuperación de su cuenta en {product}',
      heading: 'Se ha usado un código de recuperación',
      paragraphs: [
        'Alguien, probablemente usted, ha usado un código de recuperación de su cuenta en {product}. Códigos que quedan: {left}.',
        'Puede crear códigos nuevos en cualquier momento. Si ha perdido su segundo factor, quítelo y añada otro.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, alguien tiene sus códigos de recuperación y otro acceso a su cuenta. Cambie la contraseña de inmediato y cree códigos de recuperación nuevos.',
    },
    impersonated: {
      subject: 'Un administrador usa su cuenta en {product}',
      heading: 'Un administrador usa su cuenta',
      paragraphs: [
        'Un administrador de {product} ve y usa ahora su cuenta, durante una hora como máximo. Ha dado este motivo: {reason}',
        'No puede cambiar su contraseña, su correo ni sus segundos factores, ni exportar o eliminar la cuenta. Todo lo que hace queda registrado.',
      ],
      button: '',
      notYou: 'Si no ha pedido ayuda, contacte con {product}.',
    },
    settings_test: {
      subject: 'Correo de prueba de {product}',
      heading: 'El correo funciona',
      paragraphs: [
        'Un superadministrador de {product} ha enviado este correo para probar los ajustes del servidor de correo.',
      ],
      button: '',
      notYou: 'No tiene que hacer nada.',
    },
    webhook_gone: {
      subject: 'Se ha desactivado un webhook de {product}',
      heading: 'Se ha desactivado un webhook',
      paragraphs: [
        'El receptor del webhook {webhook} ha respondido que ya no existe (410), así que {product} ya no le envía nada.',
      ],
      button: '',
      notYou:
        'Si el receptor debe existir, repárelo, vuelva a activar el webhook y reenvíe lo que se ha perdido.',
    },
    webhook_failing: {
      subject: 'Se ha desactivado un webhook de {product}',
      heading: 'Se ha desactivado un webhook',
      paragraphs: [
        'Ningún mensaje al webhook {webhook} ha llegado en cinco días, así que {product} ya no le envía nada.',
      ],
      button: '',
      notYou: 'Repare el receptor, vuelva a activar el webhook y reenvíe lo que se ha perdido.',
    },
    access_dropped: {
      subject: 'Se han quitado accesos anteriores a {product}',
      heading: 'Se han quitado accesos anteriores',
      paragraphs: [
        '{provider} ha demostrado a {product} por primera vez que esta dirección de correo es suya. Otra persona pudo haber abierto la cuenta antes, así que se han quitado su contraseña, sus sesiones y los demás proveedores conectados.',
        'Si la contraseña era suya, pida restablecerla para establecer una nueva.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, asegúrese de que nadie más puede usar su cuenta de {provider} ni leer su correo.',
    },
    member_access_dropped: {
      subject: 'Se han quitado accesos anteriores a {product}',
      heading: 'Se han quitado accesos anteriores',
      paragraphs: [
        'Ha demostrado por primera vez que esta dirección de correo es suya, y su cuenta es miembro de {organization} en {product}. Otra persona pudo haber abierto la cuenta antes, así que se han quitado su contraseña, sus sesiones y los proveedores conectados.',
        'Si la contraseña era suya, pida restablecerla para establecer una nueva.',
      ],
      button: '',
      notYou: 'Si no ha sido usted, asegúrese de que nadie más lee su correo.',
    },
    mailbox_proven: {
      subject: 'Ha confirmado su dirección de correo para {product}',
      heading: 'Ha confirmado su dirección de correo',
      paragraphs: [
        'Por primera vez está probado que este buzón es el de la cuenta en {product}. Otra persona pudo haber abierto la cuenta antes.',
      ],
      button: '',
      notYou: 'Si no ha sido usted, asegúrese de que nadie más lee su correo.',
    },
    password_reset: {
      subject: 'Se ha restablecido su contraseña de {product}',
      heading: 'Se ha restablecido su contraseña',
      paragraphs: [
        'Se ha restablecido la contraseña de su cuenta en {product} con un código de este buzón.',
        'Estos proveedores siguen conectados y aún pueden iniciar sesión en la cuenta: {providers}. Desconecte los que no reconozca.',
      ],
      button: '',
      notYou:
        'Si no ha sido usted, pida de inmediato restablecer la contraseña y asegúrese de que nadie más lee su correo.',
    },
  },

  undo: {
    button: 'No he sido yo',
    change:
      'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. Use el enlace: deshace el cambio y quita todo lo que se ha añadido a la cuenta en los siete días anteriores y desde entonces. Todas las sesiones terminan y la contraseña deja de servir. El enlace es válido hasta el {until}.',
    account:
      'Si no ha abierto usted la cuenta, use el enlace: cierra todas las sesiones y quita todas las formas de entrar en la cuenta. Después, establezca una contraseña propia. El enlace es válido hasta el {until}.',
    earlier:
      'Si usted no cambió la cuenta a esta dirección, use el enlace: la cuenta vuelve al buzón que tenía antes, y el suyo queda libre para una cuenta propia. El enlace funciona hasta el {until}.',
  },

  proven: {
    earlier: 'La cuenta tenía antes otro buzón, que puede recuperarla hasta el {until}.',
    opened: 'La cuenta se abrió {opening}.',
    openedAt: 'el {when}',
    openedBy: 'con el nombre {name}',
    openedWith: 'con {device}',
    openedFrom: 'desde {ipAddress}',
    password: 'La cuenta conserva su contraseña anterior.',
    sessions:
      'Siguen abiertas sesiones anteriores: {sessions}. Si no reconoce alguna, otra persona pudo haber abierto la cuenta.',
    session: '{when} desde {ipAddress}',
    removed: 'Se ha quitado lo siguiente, porque podía ser de otra persona: {removed}.',
    credentials: {
      password: 'la contraseña',
      sessions: 'todas las sesiones',
      links: 'los proveedores conectados',
      factors: 'los segundos factores',
      phone: 'el número de teléfono',
    },
  },

  factors: {
    totp: 'una aplicación de autenticación',
    passkey: 'una llave de acceso',
  },
  when: 'Fecha',
  ipAddress: 'Dirección IP',
  footer: '{product} ha enviado este correo automáticamente.',
};
