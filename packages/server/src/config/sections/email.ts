import { Type } from 'typebox';
import { field, type ValuesOf } from './field.ts';

export const emailFields = {
  host: field(
    Type.String({
      format: 'host',
      maxLength: 253,
      description: 'Name or address of the mail server; empty: none',
    }),
    '',
    { keys: 'closed', required: true, variable: 'KEYWARD_SMTP_URL' },
  ),
  port: field(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'A port that ends in 465 uses TLS from the first byte',
    }),
    587,
    { keys: 'closed', required: true, variable: 'KEYWARD_SMTP_URL' },
  ),
  username: field(
    Type.String({ format: 'text', maxLength: 320, description: 'Empty: no authentication' }),
    '',
    { keys: 'closed', variable: 'KEYWARD_SMTP_URL' },
  ),
  password: field(
    Type.String({ format: 'text', maxLength: 1024, description: 'Password of the user name' }),
    '',
    { keys: 'closed', secret: true, variable: 'KEYWARD_SMTP_URL' },
  ),
  sender: field(
    Type.String({ format: 'sender', description: 'Address of the sender' }),
    'keyward@localhost',
    { keys: 'closed', required: true, variable: 'KEYWARD_MAIL_FROM' },
  ),
  sender_name: field(
    Type.String({
      format: 'text',
      maxLength: 200,
      description: 'Name of the service in mails; empty: the domain of the sender',
    }),
    'Keyward',
    { keys: 'closed', variable: 'KEYWARD_MAIL_FROM' },
  ),
  use_tls: field(Type.Boolean({ description: 'Whether TLS is required' }), true, {
    keys: 'closed',
    variable: 'KEYWARD_SMTP_USE_TLS',
    impliedBy: 'KEYWARD_SMTP_URL',
    unset: 'on for smtps://, and for a user name at another machine',
  }),
};

/** The mail server and the sender. `features/settings/email-settings.ts` explains `use_tls` for each port. */
export type EmailSettings = ValuesOf<typeof emailFields>;
