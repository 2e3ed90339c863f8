/**
 * The closed catalogue of errors: every error that leaves the service is one of these kinds. `status` is the default
 * HTTP status, `message` the default public sentence: what is wrong and what to do. `ERROR_HELP` says more about each
 * kind, for the page `errors.md`.
 */
export const ERRORS = {
  WeakPasswordError: {
    status: 400,
    message:
      'The password is too weak: use at least 6 characters with an uppercase letter, a lowercase letter and a digit.',
  },
  AuthError: { status: 400, message: 'This account does not allow the request.' },
  InvalidConfigError: { status: 400, message: 'The settings break a rule; nothing was changed.' },
  LoggingDisabledError: {
    status: 400,
    message: 'Logging is turned off; turn it on in the logging settings.',
  },
  MalformedBodyError: { status: 400, message: 'The request body is not well-formed JSON.' },
  MalformedRequestError: { status: 400, message: 'The request is not well-formed HTTP.' },
  ProviderNotConfiguredError: {
    status: 400,
    message: 'This identity provider has no client id and secret yet; set them, or sign in another way.',
  },
  ProviderEmailMissingError: {
    status: 400,
    message:
      'The identity provider shares no email address, and an account needs one; sign up in another way.',
  },
  OAuthStateError: {
    status: 400,
    message: 'This sign-in has expired, was used already or began in another browser; start again.',
  },
  ChallengeInvalidError: {
    status: 400,
    message: 'This challenge is unknown, was used already or has expired; start again.',
  },
  InvitationInvalidError: {
    status: 400,
    message: 'This invitation is not valid or has expired; ask for a new one.',
  },
  PortalInvalidError: {
    status: 400,
    message: 'This link is not valid or has expired; ask for a new one.',
  },
  EmailUndoInvalidError: {
    status: 400,
    message: 'This change can no longer be undone; reset the password, or ask an administrator.',
  },
  FrontendUrlNotAllowedError: {
    status: 400,
    message: 'The frontend address is not among the allowed frontends.',
  },
  InvalidCredentialsError: { status: 401, message: 'The identifier or the password is wrong.' },
  SecondFactorRequiredError: {
    status: 401,
    message: 'A second factor is needed: answer details.challenge at /login/challenge.',
  },
  SecondFactorInvalidError: { status: 401, message: 'The code or the passkey is wrong.' },
  OTPInvalidError: { status: 401, message: 'The code is wrong.' },
  OTPExpiredError: { status: 401, message: 'The code has expired; ask for a new one.' },
  TokenMissingError: {
    status: 401,
    message: 'A token is required: send it as Authorization: Bearer <token>.',
  },
  InvalidTokenError: { status: 401, message: 'The token is not valid; sign in again.' },
  IdTokenInvalidError: {
    status: 401,
    message: 'The ID token was refused; get a new one from the provider.',
  },
  SamlInvalidError: {
    status: 401,
    message: 'The answer of the identity provider was refused; start again, or ask an administrator.',
  },
  TokenExpiredError: { status: 401, message: 'The token has expired; refresh it or sign in again.' },
  SessionDestroyedError: { status: 401, message: 'The session has ended; sign in again.' },
  RoleMismatchError: { status: 403, message: 'This requires the superadmin role.' },
  ImpersonationError: {
    status: 403,
    message: 'You act for somebody else in this session: only the owner of the account may do this.',
  },
  AccountInactiveError: { status: 403, message: 'The account is not active.' },
  ConnectionRequiredError: {
    status: 403,
    message: 'Your organization requires its own sign-in; details.connection says where.',
  },
  ConnectionUnapprovedError: {
    status: 403,
    message:
      'Somebody with fewer permissions than this account set up the connection: an owner of the organization must save it once.',
  },
  LoginRefusedError: { status: 403, message: 'This application does not allow the account to sign in now.' },
  ReauthenticationRequiredError: {
    status: 403,
    message: 'Confirm this change with current_password, or sign in again first.',
  },
  SecondFactorEnrolmentRequiredError: {
    status: 403,
    message: 'The account must have a second factor: enrol one first.',
  },
  FactorDisabledError: { status: 403, message: 'This service does not allow this kind of second factor.' },
  FactorLockedError: {
    status: 403,
    message:
      'Too many wrong codes of the authenticator app; use a passkey or a recovery code, or reset the password.',
  },
  SignupClosedError: {
    status: 403,
    message: 'You cannot open an account here yourself; ask an administrator for one.',
  },
  EmailDomainNotAllowedError: {
    status: 403,
    message: 'Emails of this domain are not accepted here; use another email.',
  },
  InvitationOtherAccountError: {
    status: 403,
    message: 'This invitation is for another email; sign in with the account of that email.',
  },
  EmailProofRequiredError: {
    status: 403,
    message: 'Prove the mailbox first: sign up with a mailed code at /signup/otp, or verify the email.',
  },
  CaptchaRequiredError: {
    status: 403,
    message: 'Solve the captcha, and send its answer in X-Captcha-Token.',
  },
  ScopeMissingError: {
    status: 403,
    message: 'This key may not do that; details.scope names the scope that it needs.',
  },
  KeyAddressError: { status: 403, message: 'This key may not be used from this address.' },
  OriginNotAllowedError: {
    status: 403,
    message:
      'Cookies are accepted only from this service and its allowed frontends: allow this origin, or send the token as Authorization: Bearer.',
  },
  OAuthDeniedError: { status: 403, message: 'The sign-in was cancelled at the identity provider.' },
  PermissionMissingError: { status: 403, message: 'You lack the permission for this in the organization.' },
  OrganizationCreationError: {
    status: 403,
    message: 'Accounts cannot create organizations here; ask an administrator for one.',
  },
  OrganizationLimitError: { status: 403, message: 'A limit is reached; see details.limit.' },
  OrganizationPolicyError: {
    status: 403,
    message: 'This session does not meet the policy of the organization.',
  },
  MembershipRefusedError: { status: 403, message: 'The application refuses this membership.' },
  OrganizationSuspendedError: {
    status: 403,
    message: 'This organization is suspended: it can only be read and left.',
  },
  OwnRolesOffError: { status: 403, message: 'Organizations cannot define roles of their own here.' },
  PrimaryLogError: { status: 403, message: 'The primary logs cannot be deleted; reset them instead.' },
  RouteNotFoundError: { status: 404, message: 'There is no such route.' },
  UserNotFoundError: { status: 404, message: 'No account matches.' },
  SessionNotFoundError: { status: 404, message: 'There is no such live session.' },
  OTPNotFoundError: {
    status: 404,
    message: 'There is no valid code for this email and purpose; ask for one.',
  },
  OAuthLinkNotFoundError: { status: 404, message: 'This provider is not linked to the account.' },
  FactorNotFoundError: { status: 404, message: 'The account has no such factor.' },
  InvitationNotFoundError: { status: 404, message: 'There is no such invitation; see the list.' },
  ApiKeyNotFoundError: { status: 404, message: 'There is no such key; see the list of keys.' },
  ApplicationNotFoundError: {
    status: 404,
    message: 'There is no such application; see the list of applications.',
  },
  SecretNotFoundError: { status: 404, message: 'This application has no such secret.' },
  AuthorizationRequestNotFoundError: {
    status: 404,
    message:
      'This request is unknown, was answered already, has expired, or began in another browser; start again.',
  },
  OrganizationNotFoundError: { status: 404, message: 'There is no such organization.' },
  ConnectionNotFoundError: { status: 404, message: 'There is no such connection.' },
  ScimTokenNotFoundError: { status: 404, message: 'The connection has no such token.' },
  MemberNotFoundError: { status: 404, message: 'The organization has no such member.' },
  DomainNotFoundError: { status: 404, message: 'The organization has no such domain.' },
  RoleNotFoundError: { status: 404, message: 'The organization has no such role of its own.' },
  DocumentNotFoundError: { status: 404, message: 'There is no such document.' },
  LogNotFoundError: { status: 404, message: 'There is no such log or snapshot; see the list of logs.' },
  EventNotFoundError: { status: 404, message: 'There is no such event; it may be older than the audit log.' },
  WebhookNotFoundError: { status: 404, message: 'There is no such webhook; see the list of webhooks.' },
  DeliveryNotFoundError: { status: 404, message: 'This webhook has no such delivery.' },
  MethodNotAllowedError: { status: 405, message: 'This route does not support this method; see Allow.' },
  RequestTimeoutError: { status: 408, message: 'The request took too long to arrive.' },
  EmailAlreadyExistsError: {
    status: 409,
    message: 'An account with this email exists already; log in to it, or use another email.',
  },
  ScimTokenLimitError: {
    status: 409,
    message: 'The connection has two tokens already; delete one first.',
  },
  HandleAlreadyExistsError: { status: 409, message: 'This handle is taken; choose another.' },
  PhoneAlreadyExistsError: {
    status: 409,
    message: 'An account with this phone number exists already; use another.',
  },
  ExternalIdAlreadyExistsError: {
    status: 409,
    message: 'Another account has this external_id; use another, or null.',
  },
  OAuthAlreadyLinkedError: { status: 409, message: 'This identity belongs to another account.' },
  PasskeyAlreadyExistsError: {
    status: 409,
    message: 'This passkey is enrolled already; use it, or make another.',
  },
  ProviderLimitError: {
    status: 409,
    message: 'There are already 20 providers that were added at run time; remove one first.',
  },
  PasskeyLimitError: { status: 409, message: 'An account has at most 20 passkeys; remove one first.' },
  SecretLimitError: {
    status: 409,
    message: 'An application has at most two secrets; remove one first.',
  },
  LastSuperadminError: {
    status: 409,
    message: 'The last active superadmin cannot be deleted, demoted or suspended.',
  },
  LastOwnerError: {
    status: 409,
    message: 'An organization needs an owner: make another member the owner first, or delete it.',
  },
  SlugTakenError: { status: 409, message: 'This slug is taken; choose another.' },
  AccountElsewhereError: {
    status: 409,
    message:
      'Your company cannot sign you in to this account; sign in another way, or ask an administrator of the company.',
  },
  AlreadyMemberError: { status: 409, message: 'This account is a member already.' },
  DomainTakenError: { status: 409, message: 'Another organization has verified this domain.' },
  DomainNotVerifiedError: { status: 409, message: 'DNS does not have the record of the domain yet.' },
  RoleTakenError: { status: 409, message: 'A role of this name exists already; choose another name.' },
  RoleInUseError: {
    status: 409,
    message: 'Members, invitations or connections have this role; change them first.',
  },
  VersionMismatchError: {
    status: 409,
    message: 'This has changed since it was read; read it again first.',
  },
  SnapshotAlreadyExistsError: {
    status: 409,
    message: 'A snapshot of this name exists already; choose another name.',
  },
  BodyTooLargeError: { status: 413, message: 'The request body is larger than this route accepts.' },
  UnsupportedMediaTypeError: {
    status: 415,
    message: 'The body must be uncompressed JSON in UTF-8, sent with Content-Type: application/json.',
  },
  ValidationError: { status: 422, message: 'Some fields are not valid; see details.fields.' },
  RateLimitedError: { status: 429, message: 'Too many attempts; wait before you try again.' },
  HeadersTooLargeError: { status: 431, message: 'The request headers are larger than 16 KiB.' },
  InternalError: { status: 500, message: 'Something went wrong on our side.' },
  ProviderFailedError: {
    status: 502,
    message: 'The identity provider did not answer correctly; try again, or sign in another way.',
  },
  ServiceUnavailableError: { status: 503, message: 'The service is busy; try again shortly.' },
  EmailNotConfiguredError: { status: 503, message: 'This service cannot send mail yet.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorKind = keyof typeof ERRORS;

/** One invalid input: `path` is the field's name (dots between levels), `message` the remedy. */
export interface FieldError {
  path: string;
  message: string;
}

export interface KeywardErrorOptions {
  /** Replaces the catalogue's public message. Must reveal nothing internal. */
  message?: string;
  /** Extra public facts for the body. */
  details?: Record<string, unknown>;
  /** Whole seconds for the `Retry-After` header. */
  retryAfter?: number;
  /** The reason that events give for a refusal, instead of the error's code. Never sent in the body. */
  reason?: string;
  /** The private reason; for the log, never for the body. */
  cause?: unknown;
}

/** The only error class that features throw. Any other error that reaches the edge is a 500. */
export class KeywardError extends Error {
  readonly kind: ErrorKind;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;
  readonly reason: string | undefined;
  /** Express and Fastify answer with this status if a host application passes the error on to them. */
  readonly statusCode: number;

  constructor(kind: ErrorKind, options: KeywardErrorOptions = {}) {
    super(options.message ?? ERRORS[kind].message, { cause: options.cause });
    this.name = kind;
    this.kind = kind;
    this.statusCode = ERRORS[kind].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
  }
}

/**
 * A `ValidationError` that names its fields. Its message is about the first field, because many clients show nothing
 * else.
 */
export function invalidFields(...fields: FieldError[]): KeywardError {
  const [first, ...others] = fields;
  const count = others.length;
  const more =
    count === 0
      ? ''
      : ` ${count} more ${count === 1 ? 'field is' : 'fields are'} not valid; see details.fields.`;
  return new KeywardError('ValidationError', {
    ...(first !== undefined && { message: `${first.path.slice(0, MAX_PATH)} ${first.message}.${more}` }),
    details: { fields },
  });
}

/** The name of an unknown field can have any length. */
const MAX_PATH = 100;

/** The machine-readable code of a kind: `OTPInvalidError` → `otp_invalid`. */
export function errorCode(kind: ErrorKind): string {
  return kind
    .replace(/Error$/, '')
    .replace('OAuth', 'Oauth')
    .replace('OTP', 'Otp')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase();
}
