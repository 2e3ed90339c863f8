import { type TSchema, Type } from 'typebox';
import { field, type ValuesOf } from './field.ts';

function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

function domains(description: string) {
  return field(
    Type.Array(Type.String({ maxLength: 255, examples: ['example.com'] }), { maxItems: 1_000, description }),
    [],
    { keys: 'closed' },
  );
}

const CAPTCHAS = ['turnstile', 'hcaptcha', 'recaptcha'] as const;

export const signupFields = {
  mode: field(
    oneOf(
      ['open', 'invite', 'closed'],
      'Who may open an account: anybody, people who are invited, or nobody; superadmins always may',
    ),
    'open',
    { keys: 'closed' },
  ),
  allowed_domains: domains(
    'Domains of emails that may open an account, `*.example.com` for all subdomains; empty: all',
  ),
  blocked_domains: domains(
    'Domains of emails that may not open an account, even if an allowed domain covers them',
  ),
  require_verified_email: field(
    Type.Boolean({ description: 'Whether only people who have proven their mailbox can sign in' }),
    false,
    { keys: 'closed' },
  ),
  send_verification: field(
    Type.Boolean({
      description:
        'Whether a sign-up with a password, and a change of email, mail a code and a link that verify the email; on in the strict profile',
    }),
    false,
    { keys: 'closed', unset: 'off; on in the strict profile' },
  ),
  confirm_email_change: field(
    Type.Boolean({
      description:
        'Whether a new email takes effect only once it is verified, and the old mailbox can undo it for seven days; on in the strict profile',
    }),
    false,
    { keys: 'closed', unset: 'off; on in the strict profile' },
  ),
  impersonation_notice: field(
    Type.Boolean({ description: 'Whether a mail tells owners that a superadmin acts for them' }),
    true,
    { keys: 'closed' },
  ),
  captcha: field(
    Type.Unsafe<(typeof CAPTCHAS)[number] | null>({
      ...({ anyOf: [{ type: 'string', enum: [...CAPTCHAS] }, { type: 'null' }] } satisfies TSchema),
      description:
        'Captcha that tells people from programs: at sign-ups, when codes are sent, and at logins after failures',
    }),
    null,
    { keys: 'closed' },
  ),
  captcha_site_key: field(
    Type.String({
      maxLength: 256,
      pattern: '^[\\x21-\\x7e]*$',
      description: 'Site key of the captcha, which the pages show; empty: the pages show no captcha',
      examples: ['0x4AAAAAAAA'],
    }),
    '',
    { keys: 'closed' },
  ),
  captcha_secret: field(
    Type.String({
      maxLength: 1_024,
      format: 'well-formed',
      description: 'Secret key of the captcha',
      examples: ['0x4AAAAAAAB'],
    }),
    '',
    { keys: 'closed', secret: true },
  ),
  captcha_fail_open: field(
    Type.Boolean({
      description: 'Whether requests pass while the captcha does not answer; otherwise they get 503',
    }),
    false,
    { keys: 'closed' },
  ),
  deletion_grace_days: field(
    Type.Integer({
      minimum: 0,
      maximum: 30,
      description:
        'Days in which owners can cancel the deletion of their account by signing in; 0: it is deleted at once',
    }),
    0,
    { keys: 'closed' },
  ),
};

/** Who may open an account, with which email, and how emails are verified and accounts deleted. */
export type SignupSettings = ValuesOf<typeof signupFields>;
