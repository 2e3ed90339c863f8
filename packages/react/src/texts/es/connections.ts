import type { ConnectionTexts } from '../en/connections.ts';

/** The Spanish texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'Las personas inician sesión con el proveedor de identidad de su empresa.',
  none: 'Aún no hay ningún proveedor de identidad conectado.',
  states: { draft: 'Aún sin activar', active: 'Activado', disabled: 'Desactivado' },
  withOwners: 'Permite entrar a todos los miembros, también a los propietarios.',
  withoutOwners: 'Los propietarios no pueden iniciar sesión con él hasta que un propietario lo apruebe.',
  stillRequired:
    'Desactivado porque se deshizo un cambio. Nadie inicia sesión con él hasta que lo active de nuevo, y los miembros lo siguen necesitando.',
  factors: 'Cuenta como dos factores.',
  client: (id) => `ID de cliente: ${id}`,
  signOn: (address) => `Página de inicio de sesión: ${address}`,
  certificate: (date) => `Certificado hasta el ${date}:`,
  metadata: (address) => `Quien gestiona ${address} puede sustituir los certificados cada día.`,
  group: (group, roles) => `Las personas del grupo ${group} reciben el rol ${roles}.`,
  approve: 'Aprobar',
  approveOne: (name) => `Aprobar ${name}`,
  approveTitle: (name) => `¿Aprobar ${name}?`,
  approveText: (address) =>
    `Quien administra ${address} decidirá entonces quién inicia sesión, también como propietario.`,
  approveSaml:
    'Quien tiene las claves de estos certificados decidirá entonces quién inicia sesión, también como propietario.',
  approved: (name) => `${name} está aprobado.`,
  turnOn: 'Activar',
  turnOnOne: (name) => `Activar ${name}`,
  turnOnTitle: (name) => `¿Activar ${name}?`,
  turnedOn: (name) => `${name} está activado.`,
  turnOff: 'Desactivar',
  turnOffOne: (name) => `Desactivar ${name}`,
  turnOffTitle: (name) => `¿Desactivar ${name}?`,
  turnOffText: 'Nadie podrá iniciar sesión con él. Las sesiones iniciadas con él terminan.',
  turnedOff: (name) => `${name} está desactivado.`,
  invite: 'Invitar a su administrador',
  inviteIntro:
    'Un enlace abre una guía para quien administra su proveedor de identidad: primero el dominio, después la conexión. Ábralo usted si es esa persona. No hace falta una cuenta: cualquiera que lo tenga puede usarlo.',
  make: 'Crear un enlace',
  once: (date) => `Copie el enlace ahora: solo se muestra una vez. Es válido hasta el ${date}.`,
  copy: 'Copiar el enlace',
  endLinks: 'Terminar todos los enlaces',
  linksEnded: 'Todos los enlaces han terminado.',
};
