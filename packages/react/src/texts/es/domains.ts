import type { DomainTexts } from '../en/domains.ts';

/** The Spanish texts of an organization's domains. */
export const texts: DomainTexts = {
  intro:
    'Demuestre que un dominio de correo es suyo. Después, sus usuarios podrán unirse por sí mismos, si usted lo permite.',
  none: 'Aún no hay ningún dominio.',
  domain: 'Dominio',
  add: 'Añadir un dominio',
  added: 'El dominio está añadido. Ponga su registro en el DNS y verifíquelo.',
  states: {
    pending: 'Aún sin verificar',
    verified: 'Verificado',
    lost: 'Perdido: el DNS ya no tiene el registro',
  },
  record: (type) => `Añada este registro ${type} al DNS. Puede tardar una hora en verse.`,
  copyName: 'Copiar el nombre',
  copy: 'Copiar el valor',
  verify: 'Verificar',
  verifyOne: (domain) => `Verificar ${domain}`,
  verified: (domain) => `${domain} está verificado.`,
  joiningOf: (domain) => `Las personas con un correo de ${domain}`,
  joining: {
    none: 'necesitan una invitación',
    suggest: 'reciben la oferta de unirse',
    join: 'se unen por sí mismas',
    require: 'deben usar el inicio de sesión único',
  },
  require: 'Exigir',
  requireTitle: (domain) => `¿Exigir el inicio de sesión único para ${domain}?`,
  requireText:
    'Los miembros con un correo así solo podrán iniciar sesión con el proveedor de identidad de su empresa: las contraseñas, los códigos por correo y las demás formas dejan de servirles. Las sesiones que empezaron de otra forma pierden el acceso a esta organización. Los propietarios conservan otra forma de entrar, salvo que este servicio no lo permita. Mientras el inicio de sesión único esté desactivado, nada cambia.',
  removeOne: (domain) => `Quitar ${domain}`,
  removeTitle: (domain) => `¿Quitar ${domain}?`,
  removeText: 'Nadie más podrá unirse con él. Los miembros se quedan.',
  removed: (domain) => `${domain} se ha quitado.`,
};
