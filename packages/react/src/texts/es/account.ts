import { plural } from '../../lib/plural.ts';
import type { AccountTexts } from '../en/account.ts';

const inForm = plural('es');

/** The Spanish texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Saber quién es usted aquí',
    profile: 'Ver su nombre, nombre de usuario y foto',
    email: 'Ver su dirección de correo',
    phone: 'Ver su número de teléfono',
    address: 'Ver su dirección',
    offline_access: 'Seguir conectada cuando su sesión está cerrada',
  },

  profile: {
    title: 'Perfil',
    handle: 'Nombre de usuario',
    phone: 'Teléfono',
    picture: 'Cambiar la foto',
    upload: 'Elegir una foto',
    unreadable: 'Su navegador no puede leer este archivo como imagen.',
    cropText: 'Arrastre la foto o muévala con las flechas.',
    zoom: 'Zoom',
    verified: 'Verificado',
    unverified: 'Sin verificar',
    verify: 'Verificar el correo',
    changeEmail: 'Cambiar el correo',
    newEmail: 'Nuevo correo',
    pending: (email) =>
      `Confirme ${email} para usarlo. Abra el correo que le hemos enviado allí o introduzca su código.`,
    verifySent: (email) => `Hemos enviado un código a ${email}. Es válido durante diez minutos.`,
    confirm: 'Confirmar el correo',
    emailSaved: 'Su correo se ha cambiado.',
    emailVerified: 'Su correo está verificado.',
  },

  passwords: {
    title: 'Contraseña',
    intro: 'Una contraseña nueva cierra todas las demás sesiones.',
    change: 'Cambiar la contraseña',
    save: 'Guardar la contraseña',
    saved: 'La contraseña nueva está guardada. Se han cerrado todas las demás sesiones.',
  },

  factors: {
    title: 'Segundo paso',
    intro:
      'Con un segundo paso, una contraseña o un buzón de correo no bastan por sí solos para iniciar sesión.',
    required:
      'Su cuenta necesita un segundo paso antes de continuar. Añada una aplicación de autenticación o una llave de acceso.',
    app: 'Aplicación de autenticación',
    appOn: (date) => `Activa desde el ${date}.`,
    appOff: 'Seis dígitos de una aplicación de su teléfono.',
    addApp: 'Añadir una aplicación de autenticación',
    replaceApp: 'Sustituir',
    removeApp: '¿Quitar la aplicación de autenticación?',
    removeAppText: 'Sus códigos dejarán de servir aquí. Podrá volver a añadir una.',
    scan: 'Escanee esto con su aplicación de autenticación. Si no puede, introduzca en ella el secreto.',
    qr: 'Código QR con el secreto de abajo',
    secret: 'Secreto',
    copySecret: 'Copiar el secreto',
    confirmApp: 'Después, introduzca los seis dígitos que muestra.',
    appAdded: 'La aplicación de autenticación está añadida.',
    appRemoved: 'La aplicación de autenticación se ha quitado.',
    passkeys: 'Llaves de acceso',
    passkeysText: 'Inicie sesión con huella, rostro o PIN, sin contraseña.',
    addPasskey: 'Añadir una llave de acceso',
    passkeyAdded: 'La llave de acceso está añadida.',
    passkeyRemoved: 'La llave de acceso se ha quitado.',
    passkeyName: 'Nombre de la llave de acceso',
    removePasskey: (name) => `¿Quitar la llave de acceso «${name}»?`,
    removePasskeyText: 'Dejará de servir para iniciar sesión. Elimínela también en su gestor de contraseñas.',
    synced: 'sincronizada',
    recovery: 'Códigos de recuperación',
    recoveryLeft: (left) => inForm(left, { one: `Queda ${left} código.`, other: `Quedan ${left} códigos.` }),
    recoveryText: 'Para cuando pierda el teléfono o la llave de acceso. Cada uno sirve una sola vez.',
    renewCodes: 'Crear códigos nuevos',
    renewTitle: '¿Crear códigos de recuperación nuevos?',
    renewText: 'Sus códigos actuales dejarán de servir.',
    codesTitle: 'Guarde sus códigos de recuperación',
    codesText: 'No volverá a ver estos códigos. Guárdelos donde pueda acceder sin su teléfono.',
    copyCodes: 'Copiar los códigos',
    downloadCodes: 'Descargar los códigos',
    codesFile: 'codigos-de-recuperacion.txt',
    codesSaved: 'Los he guardado',
  },

  links: {
    title: 'Cuentas conectadas',
    intro: 'Inicie sesión con una cuenta que tenga en otro sitio.',
    connect: (label) => `Conectar ${label}`,
    disconnect: (label) => `Desconectar ${label}`,
    since: (date) => `Conectada el ${date}`,
    none: 'No conectada',
    disconnected: (label) => `${label} está desconectado.`,
  },

  applications: {
    title: 'Aplicaciones conectadas',
    intro: 'Estas aplicaciones pueden usar su cuenta como usted ha permitido.',
    unused: 'sin uso ahora',
    disconnect: 'Desconectar',
    disconnectOne: (name) => `Desconectar ${name}`,
    disconnectTitle: (name) => `¿Desconectar ${name}?`,
    disconnectText:
      'Pierde de inmediato todo acceso a su cuenta. Volverá a pedir permiso la próxima vez que inicie sesión con ella.',
    disconnected: (name) => `${name} está desconectada.`,
  },

  sessions: {
    title: 'Sesiones',
    intro: 'Dónde ha iniciado sesión. Si no reconoce una sesión, ciérrela y cambie la contraseña.',
    current: 'Esta',
    device: (browser, system) => `${browser} en ${system}`,
    unknown: 'Dispositivo desconocido',
    acting: 'Un administrador actúa por usted',
    end: 'Cerrar',
    endOne: (device) => `Cerrar la sesión de ${device}`,
    ended: 'La sesión se ha cerrado.',
    othersEnded: (count) =>
      inForm(count, {
        one: `Se ha cerrado la sesión en ${count} dispositivo más.`,
        other: `Se ha cerrado la sesión en ${count} dispositivos más.`,
      }),
    everywhereTitle: '¿Cerrar sesión en todas partes?',
    everywhereText: 'Se cerrará la sesión en todos los dispositivos, también en este.',
    active: (time) => `Activa ${time}`,
  },

  data: {
    title: 'Sus datos',
    export: 'Exportar sus datos',
    exportText: 'Todo lo que guardamos sobre su cuenta, en un archivo JSON.',
    exportFile: 'cuenta.json',
    delete: 'Eliminar la cuenta',
    deleteText: 'Elimina su cuenta y todo lo que le pertenece.',
    deleteTitle: (email) => `¿Eliminar ${email}?`,
    deleteAsk: (days) => {
      const ending = 'Se cierra la sesión en todos los dispositivos.';
      const typing = 'Introduzca su correo para continuar.';
      if (days === null) return `${ending} Su cuenta se elimina. ${typing}`;
      if (days === 0)
        return `${ending} Su cuenta y todo lo que le pertenece se eliminan de inmediato, y nadie puede restaurarlos. ${typing}`;
      const kept = inForm(days, {
        one: `Su cuenta se elimina dentro de ${days} día. Si inicia sesión antes, la conserva.`,
        other: `Su cuenta se elimina dentro de ${days} días. Si inicia sesión antes, la conserva.`,
      });
      return `${ending} ${kept} ${typing}`;
    },
    deleteButton: 'Eliminar la cuenta',
    gone: 'Su cuenta está eliminada',
    goneText: 'Se ha cerrado la sesión en todos los dispositivos.',
    going: 'Su cuenta se eliminará',
    goingText: (date) =>
      `Se ha cerrado la sesión en todos los dispositivos. La cuenta se eliminará el ${date}. Inicie sesión antes para conservarla.`,
  },
};
