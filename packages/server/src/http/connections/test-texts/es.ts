import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'La prueba ha funcionado',
  failed: 'La prueba ha fallado',
  passedText: 'Esta conexión sirve para iniciar sesión. La prueba no ha iniciado la sesión de nadie.',
  failures: {
    private_address:
      'Esta dirección está en una red privada a la que este servicio no puede llamar. Pida a la persona que le dio el enlace que la permita.',
    oidc_discovery:
      'El emisor no responde con su configuración o no tiene una dirección pública. Compruebe el emisor o pida a la persona que le dio el enlace que permita su red.',
    oidc_denied:
      'El proveedor de identidad ha rechazado el inicio de sesión. Compruebe si la persona puede usar la aplicación.',
    oidc_authorization:
      'El proveedor de identidad no ha aceptado la solicitud. Compruebe el ID de cliente y la dirección de redirección.',
    oidc_token: 'El proveedor de identidad ha rechazado el cliente. Compruebe el ID y el secreto de cliente.',
    oidc_id_token: 'No se ha podido verificar el token de identidad. Compruebe el emisor y el ID de cliente.',
    oidc_userinfo: 'El proveedor de identidad no entrega el perfil de la persona.',
    saml_status:
      'El proveedor de identidad ha respondido con un error. Compruebe si la persona puede usar la aplicación.',
    saml_signature: 'La firma no es de un certificado conocido. Vuelva a cargar los metadatos.',
    saml_unsigned: 'La aserción no está firmada. Active la firma de la aserción.',
    saml_algorithm: 'El proveedor de identidad usa un algoritmo antiguo. Elija RSA-SHA256 y SHA-256.',
    saml_encryption: 'El cifrado no coincide. Compruebe los ajustes de las aserciones cifradas.',
    saml_issuer: 'Ha respondido otro proveedor de identidad. Vuelva a cargar los metadatos.',
    saml_destination:
      'La respuesta es para otra dirección. Compruebe la dirección de inicio de sesión (URL de ACS).',
    saml_recipient:
      'La respuesta es para otro destinatario. Compruebe la dirección de inicio de sesión (URL de ACS).',
    saml_audience: 'La respuesta es para otro servicio. Compruebe el ID de entidad (audiencia).',
    saml_confirmation: 'La respuesta no dice para quién ni hasta cuándo es válida.',
    saml_request: 'La respuesta no corresponde a la solicitud. Empiece en esta prueba, no en el proveedor.',
    saml_time: 'La respuesta ha caducado o aún no es válida. Compruebe el reloj del proveedor de identidad.',
    saml_name_id: 'El NameID no sirve. Elija uno persistente o el correo.',
    email_missing:
      'El proveedor de identidad no entrega ningún correo. Añada un atributo o un claim llamado email.',
  },
  otherFailure: 'La respuesta no tiene la forma que exige el estándar.',
  detail: 'El motivo exacto:',
  close: 'Puede cerrar esta ventana. El resultado también aparece donde empezó la prueba.',
  verified: 'Lo que es correcto',
  rules: {
    discovery: 'Se ha leído la configuración del proveedor de identidad',
    code: 'El proveedor de identidad acepta el cliente',
    encryption: 'La aserción está cifrada',
    signature: 'La firma es del proveedor de identidad',
    issuer: 'El emisor es el esperado',
    audience: 'La respuesta es para este servicio',
    recipient: 'La respuesta es para esta dirección',
    request: 'La respuesta corresponde a esta solicitud',
    time: 'Las fechas son correctas',
  },
  attributes: 'Lo que dice el proveedor de identidad',
  fields: { subject: 'Identidad', email: 'Correo', name: 'Nombre', groups: 'Grupos' },
  roles: 'Roles',
  outsideDomain:
    'El dominio de este correo no está verificado. Las personas con un correo así solo pueden iniciar sesión si aún no tienen cuenta.',
  received: 'La respuesta tal como llegó, sin firmas',
};
