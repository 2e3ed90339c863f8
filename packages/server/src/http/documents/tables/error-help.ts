import type { ErrorKind } from '../../../errors.ts';

/** The text of errors.md about a kind, as Markdown. */
export interface ErrorHelp {
  /** When the error happens: the end of a sentence that begins with "When". */
  when: string;
  /** The remedy. */
  fix: string;
}

export const ERROR_HELP: Readonly<Record<ErrorKind, ErrorHelp>> = {
  WeakPasswordError: {
    when: 'the new password breaks the policy. `details.rules` lists the broken rules: `min_length`, `uppercase`, `lowercase`, `digit`, `max_bytes` (over 1,024 bytes), `well_formed` (broken Unicode), and in the strict profile `common` and `personal`. Nothing changed, and no code was used up.',
    fix: 'Show the broken rules, and ask for another password.',
  },
  AuthError: {
    when: 'the request would lock the owner out: it unlinks the only identity provider of an account without a password.',
    fix: 'Let the person set a password or link another provider first.',
  },
  InvalidConfigError: {
    when: 'settings have the right types but break a rule, such as a signing secret under 32 bytes, or a regular expression that does not compile. Also when a test mail could not be sent.',
    fix: 'Correct the field that the message names. The settings in force are untouched.',
  },
  LoggingDisabledError: {
    when: 'a superadmin asks for logs while logging is off.',
    fix: 'Turn logging on in the logging settings, or hide the log views.',
  },
  MalformedBodyError: {
    when: 'the body is not well-formed JSON in UTF-8. An empty body, a key that appears twice in one object, `__proto__`, and more than 32 levels are malformed too. The message says where the fault is, and quotes nothing.',
    fix: 'Build the body with a JSON serializer.',
  },
  MalformedRequestError: {
    when: 'the request is not well-formed HTTP: it has two lengths, or no `Host`. Keyward closes the connection after the answer.',
    fix: 'Check the proxies between the client and the service. HTTP libraries do not send such requests.',
  },
  ProviderNotConfiguredError: {
    when: 'a sign-in or a link begins at an identity provider that has no client id and secret.',
    fix: 'Set them, or offer only the providers that are configured.',
  },
  ProviderEmailMissingError: {
    when: 'a person without an account signs in with a provider that shares no email address. The error comes in the redirect to the frontend. No account was created.',
    fix: 'Let the person share the email at the provider, or sign up in another way and link the provider afterwards. For GitHub and Discord, check that the scopes include the email.',
  },
  OAuthStateError: {
    when: 'a browser comes back from a provider with a `state` that is unknown, older than 10 minutes, used, or of another browser or provider. The error comes in the redirect to the frontend. No session began, and nothing was linked.',
    fix: 'Let the person start again. If it happens every time, compare the host in the browser with the host of the redirect address: browsers do not send cookies of `localhost` to `127.0.0.1`.',
  },
  ChallengeInvalidError: {
    when: 'a challenge is unknown, used, older than ten minutes, for another purpose, account or browser, or had five wrong answers. A password change and a suspension end it too.',
    fix: 'Begin again: sign in, or ask for a new challenge.',
  },
  InvitationInvalidError: {
    when: 'an invitation is unknown, used, replaced, revoked or expired, or its inviter may no longer give its role. The answer does not say which.',
    fix: 'Ask for a new invitation.',
  },
  PortalInvalidError: {
    when: 'the link to a portal is unknown, has expired or was ended. The answer does not say which.',
    fix: 'Make a new link.',
  },
  EmailUndoInvalidError: {
    when: 'the link that undoes a change is unknown, used, or older than seven days.',
    fix: 'Reset the password with a mailbox of yours, or ask a superadmin.',
  },
  FrontendUrlNotAllowedError: {
    when: '`frontend_url`, or the `Origin` in its place, is not an allowed frontend. Nothing was sent, and nothing was used up.',
    fix: 'Add the exact origin (scheme, host, port) to `KEYWARD_ALLOWED_FRONTENDS`.',
  },
  InvalidCredentialsError: {
    when: 'the password is wrong. On `POST /login`, and on every login in the strict profile, also if no account has this identifier.',
    fix: 'Ask again, and do not reveal which of the two was wrong. Failures count towards [RateLimitedError](#ratelimitederror).',
  },
  SecondFactorRequiredError: {
    when: 'the first factor was right, and the account has a second one. No session exists yet. `details` has `challenge`, `methods` (`totp`, `passkey`, `recovery_code`) and `expires_at` in Unix seconds.',
    fix: 'Ask for one of the methods, and send it with the challenge to `POST /auth/login/challenge`. [Second factors](factors.md) shows how.',
  },
  SecondFactorInvalidError: {
    when: 'a code or a passkey is wrong, used, of another account, or lacks the verification of its user where that is required. Too many of them answer `RateLimitedError`.',
    fix: 'Ask again. A code of an authenticator app works once; wait for the next one.',
  },
  OTPInvalidError: {
    when: 'the code is not the one that was mailed. The browser or address that asked for the code has five attempts; all others together have five.',
    fix: 'Let the person type it again. Offer to send a new one.',
  },
  OTPExpiredError: {
    when: 'the code is right but older than 10 minutes.',
    fix: 'Send a new one.',
  },
  TokenMissingError: {
    when: 'a request without a token reached a route for signed-in accounts, or a request without a refresh token reached `/token/refresh` or, in dual-token mode, `/token/organization`. Credentials for a proxy (Basic, Negotiate, NTLM) do not count as a token. In cookie mode the cookie is missing; it expires with its token.',
    fix: "Send `Authorization: Bearer <access token>`, or in cookie mode `credentials: 'include'`. Without a token, refresh or sign in.",
  },
  InvalidTokenError: {
    when: 'this service did not issue the token for this use: it is malformed, forged, signed with a former key, or a refresh token in place of an access token. A refresh token gives this error whether it has expired, was used again, or its session has ended. The one-time code of a redirect gives it if it is unknown, used or older than 60 seconds, or if its `code_verifier` does not match.',
    fix: 'Drop the tokens and sign in again. Do not repeat the request with the same token.',
  },
  IdTokenInvalidError: {
    when: 'an ID token at [`POST /login/id-token`](providers.md#sign-in-from-an-app-on-a-phone) was used, is older than ten minutes, has expired, is for another client or from another issuer, has the wrong nonce, or has no valid signature of the provider. The message says which.',
    fix: 'Get a new ID token from the provider and send it once. If the message names another client, add that client id to `native_client_ids` of the provider.',
  },
  TokenExpiredError: {
    when: 'the access token is genuine but has expired.',
    fix: 'Exchange the refresh token at `POST /token/refresh`, and repeat the request once. In single-token mode, sign in again.',
  },
  SessionDestroyedError: {
    when: 'the token is genuine, but its session has ended: by logout, a password change elsewhere, a superadmin, or because the account is gone.',
    fix: 'Drop the tokens and sign in again.',
  },
  RoleMismatchError: {
    when: 'the route is for superadmins and the account is not one. Keyward reads the role at each request.',
    fix: 'Hide superadmin features from this account. A new token does not help.',
  },
  ImpersonationError: {
    when: 'a superadmin acts for the owner of the account, and only the owner may do this.',
    fix: 'Ask the owner to do it.',
  },
  AccountInactiveError: {
    when: 'the proof was right, but the status of the account is not `active`.',
    fix: 'Tell the person to contact the operator. The owner of a pending account can activate it by verifying its email.',
  },
  LoginRefusedError: {
    when: 'the proof was right, but the application that Keyward is [mounted](mounting.md) in refused the sign-in. No token was issued. Earlier steps stay done: a code is used up, and an account that was signed up exists.',
    fix: 'Show the message, which is the application’s own.',
  },
  ReauthenticationRequiredError: {
    when: 'a sensitive request needs a recent proof of who you are, and the last one is too old or [was no proof](factors.md#what-was-set-without-a-proof). [Recent authentication](factors.md#recent-authentication) and, for superadmins, [Administration](administration.md#recent-authentication) list these requests.',
    fix: 'Send one of `details.methods` to `POST /auth/account/reauthenticate`, and repeat the request. Where a request takes `current_password`, an account without factors can send that instead. A new sign-in helps too.',
  },
  SecondFactorEnrolmentRequiredError: {
    when: 'the settings ask for a second factor, and the account has none. Its session can only use `GET /auth/me` and the routes of factors, reauthentication and logout. Also when a request would remove the last factor that the settings ask for.',
    fix: 'Lead the person to enrol a factor. The same session opens everything afterwards.',
  },
  FactorDisabledError: {
    when: 'the settings turn this kind of factor off.',
    fix: 'Offer another kind.',
  },
  FactorLockedError: {
    when: 'somebody tried ten wrong codes of the authenticator app within a day, each after a right first factor. Keyward then accepts no code of an app for this account, not even the right one. Waiting does not end this.',
    fix: 'Let the person use a passkey or a recovery code, or reset the password by mail; each makes the codes work again. A superadmin can [end the lock](administration.md#locks).',
  },
  SignupClosedError: {
    when: 'the [settings](runtime-settings.md#signup) open accounts to invited people only, or to nobody.',
    fix: 'Ask a superadmin for an invitation or an account.',
  },
  EmailDomainNotAllowedError: {
    when: 'the settings do not accept emails of this domain, for a new account or as a new email.',
    fix: 'Use an email of another domain.',
  },
  InvitationOtherAccountError: {
    when: 'the link of an invitation to an organization was mailed to another email than that of the account. The invitation stays.',
    fix: 'Sign in with the account of the invited email, or open one with `POST /auth/signup/invitation`.',
  },
  EmailProofRequiredError: {
    when: 'the settings ask for a proven mailbox: at a sign-up without a mailed code, and at a sign-in to an account whose email was never proven. A second factor and the upload of a picture always need a proven mailbox; to let others into an organization, it must be proven in a session.',
    fix: 'Sign up with a code at `POST /auth/signup/otp`. For an existing account, verify the email with a mailed code or link.',
  },
  CaptchaRequiredError: {
    when: 'the settings ask for a captcha, and the request has no valid answer. Logins ask for it only after failures.',
    fix: 'Show the captcha, and send its answer as `X-Captcha-Token`. Each answer works once.',
  },
  ScopeMissingError: {
    when: 'an API key calls a route that its scopes do not allow. `details.scope` names the missing scope; it is null where no key is accepted.',
    fix: 'Make a key with this scope, or act as a superadmin.',
  },
  KeyAddressError: {
    when: 'an API key is used from an address that its `allowed_addresses` do not include.',
    fix: 'Call from an allowed address, or make a key that allows this one. If the call was not yours, revoke the key.',
  },
  OriginNotAllowedError: {
    when: 'another site may have sent the request: a write with cookies whose origin is foreign or unknown (no `Origin` and no `Sec-Fetch-Site`); a sign-in in cookie mode from a foreign page; a write with the console’s cookies from a page that is not the service’s own; a magic link that a page loads as an image or in a frame.',
    fix: 'In a frontend, add its origin to `KEYWARD_ALLOWED_FRONTENDS`. In a program, send the token as `Authorization: Bearer <token>`. See [Cookie mode](cookies.md#which-pages-may-write).',
  },
  OAuthDeniedError: {
    when: 'the person, or the provider, refused the sign-in at the identity provider (`access_denied`). The error comes in the redirect to the frontend.',
    fix: 'Show the ways to sign in again.',
  },
  PermissionMissingError: {
    when: 'a member asks for something that none of their roles in the organization allows, or gives or takes a permission that they lack. `details.permission` names it.',
    fix: 'Show the action only to members whose roles have the permission; or ask an owner for another role.',
  },
  OrganizationCreationError: {
    when: 'an account that is no superadmin creates an organization, while `creation` is `superadmins`.',
    fix: 'Create it as a superadmin or with a key and name its `owner`, or set `creation` to `anyone`.',
  },
  OrganizationLimitError: {
    when: 'the organization has reached its limit of members or roles, or the account its limit of organizations. `details.limit` is the number.',
    fix: 'Raise `max_members` for the organization, or the limits in `config/organizations`.',
  },
  OrganizationPolicyError: {
    when: 'an organization becomes the active one of a session, or a session in which it is active is refreshed, and the session does not meet its policy. `details.missing` names the fields of the policy, `details.methods` the ways to sign in that count. Also when a member sets a policy that their own session would miss. Nothing is used up.',
    fix: 'Prove a second factor by reauthentication, or sign in again, as the fields say. A refresh with `organization: null` leaves the organization.',
  },
  MembershipRefusedError: {
    when: 'the application that Keyward is [mounted](mounting.md) in refused that the account joins the organization. Nothing was changed or used up.',
    fix: 'Show the message, which is the application’s own.',
  },
  OrganizationSuspendedError: {
    when: 'a superadmin suspended the organization, and a member tries to do more than read or leave it.',
    fix: 'Tell the member; a superadmin can activate the organization.',
  },
  OwnRolesOffError: {
    when: 'somebody changes the roles of an organization, while `own_roles` is off.',
    fix: 'Define the role for all organizations in `config/organizations`, or turn `own_roles` on.',
  },
  PrimaryLogError: {
    when: 'a superadmin tries to delete one of the two primary logs.',
    fix: 'Reset it instead. Only snapshots can be deleted.',
  },
  RouteNotFoundError: {
    when: 'no route has this path. It is misspelt, names a provider that does not exist, or is the mailbox while Keyward catches no mails. Paths must match exactly, apart from one slash at the end.',
    fix: 'Check the prefix (`/auth` unless `KEYWARD_PREFIX` says otherwise) and the spelling. The message names the [reference](documentation.md), which has all routes.',
  },
  UserNotFoundError: {
    when: 'no account has this identifier. In the strict profile the login routes answer `InvalidCredentialsError` instead.',
    fix: 'Show the same as for a wrong password, or offer to sign up.',
  },
  SessionNotFoundError: {
    when: 'there is no live session with this id; on `/me/sessions/{id}`, your account has none.',
    fix: 'Load the list again; the session has ended.',
  },
  OTPNotFoundError: {
    when: 'there is no live code for this email and purpose: none was sent, it was used, or too many wrong guesses invalidated it. After five wrong guesses by others, only the browser or address that asked for the code still finds it.',
    fix: 'Send a new one.',
  },
  OAuthLinkNotFoundError: {
    when: 'the account is not linked to this identity provider, or no provider has this name.',
    fix: 'Load the list of links again.',
  },
  FactorNotFoundError: {
    when: 'the account has no authenticator app, no passkey with this id, or no passkey that could answer a challenge. Also when it asks for recovery codes without a factor.',
    fix: 'Read `GET /auth/account/factors`.',
  },
  InvitationNotFoundError: {
    when: 'no invitation has this id, or it was revoked.',
    fix: 'Look at `GET /auth/invitation/`.',
  },
  ApiKeyNotFoundError: {
    when: 'no API key has this id, or it was revoked.',
    fix: 'Look at `GET /auth/apikey/`.',
  },
  ApplicationNotFoundError: {
    when: 'no application has this `client_id`, or it was deleted.',
    fix: 'Look at `GET /auth/application/`. A `client_id` that is an address is percent-encoded in the path.',
  },
  SecretNotFoundError: {
    when: 'the application has no secret with this id, or it was removed.',
    fix: 'Look at `secrets` of the application.',
  },
  AuthorizationRequestNotFoundError: {
    when: 'an application asks for a sign-in, and its request is unknown, was answered, is older than ten minutes, or began in another browser. The same for the code of a device.',
    fix: 'Go back to the application and start again.',
  },
  OrganizationNotFoundError: {
    when: 'no organization has this id or slug, it was deleted, or the caller is no member of it.',
    fix: 'List the organizations of the caller.',
  },
  ConnectionNotFoundError: {
    when: 'the organization has no connection with this id. At a sign-in also: the connection is a draft or turned off, or was changed meanwhile.',
    fix: 'List the connections of the organization.',
  },
  ScimTokenNotFoundError: {
    when: 'the connection has no provisioning token with this id, or it was revoked.',
    fix: 'List the tokens of the connection.',
  },
  ConnectionRequiredError: {
    when: 'the account is a member of an organization whose domain has `joining: require`, and somebody signs in another way than by its [connection](single-sign-on.md#require-it), or enters the organization with such a session. Nothing was spent. `details.connection` has `id`, `name` and `url`.',
    fix: 'Send the browser to `details.connection.url` with a `frontend_url`.',
  },
  ConnectionUnapprovedError: {
    when: 'a [connection](single-sign-on.md#trust), or a SCIM token of it, acted for a member with a permission that somebody lacked who set up the connection.',
    fix: 'Let an owner of the organization, or a superadmin, save the connection: `PATCH` it, also without a change. Until then the member signs in another way.',
  },
  SamlInvalidError: {
    when: 'a SAML provider sent an answer that is not signed as it must be, is for another service or another request, is too old, or was used already. The answer is the same for every reason; the log has it in `cause` of `provider.failed`.',
    fix: 'Start again. If it happens every time, compare the certificate, the entity id and the addresses with those at the provider.',
  },
  AccountElsewhereError: {
    when: 'a [connection](single-sign-on.md) identified somebody whom it may not sign in: the email is neither in a verified domain of its organization nor new, it is in a verified domain of another organization, or the account is a superadmin.',
    fix: 'Verify the domain of the email for the organization, or let the person sign in another way.',
  },
  MemberNotFoundError: {
    when: 'the account is no member of the organization.',
    fix: 'List its members.',
  },
  DomainNotFoundError: {
    when: 'the organization has not claimed this domain.',
    fix: 'List its domains. A domain does not include its subdomains.',
  },
  RoleNotFoundError: {
    when: 'the organization has defined no role of this name itself. Roles of the settings and built-in ones cannot be changed here.',
    fix: 'List its roles.',
  },
  DocumentNotFoundError: {
    when: 'the documentation has no file with this path.',
    fix: 'Take paths from the file tree.',
  },
  LogNotFoundError: {
    when: 'no log or snapshot has this name.',
    fix: 'Take names from the list of logs. The name of a snapshot begins with its source, as in `app-before-upgrade`.',
  },
  EventNotFoundError: {
    when: 'no event has this id, or it is older than the audit log.',
    fix: 'Take ids from the feed. `config/events` says how long events are kept.',
  },
  WebhookNotFoundError: {
    when: 'no webhook has this id.',
    fix: 'Load the list of webhooks again; somebody has deleted it.',
  },
  DeliveryNotFoundError: {
    when: 'this webhook has no delivery with this id.',
    fix: 'Take ids from the list of the webhook’s deliveries.',
  },
  MethodNotAllowedError: {
    when: 'the path exists, but not with this method.',
    fix: 'Use one of the methods in the header `Allow`.',
  },
  RequestTimeoutError: {
    when: 'the headers of a request took more than 15 seconds to arrive, or the whole request more than 30. Keyward closes the connection after the answer.',
    fix: 'Send the request again. If it happens often, check what delays requests between the client and the service.',
  },
  EmailAlreadyExistsError: {
    when: 'another account has this email. Keyward compares emails without regard to case.',
    fix: 'Offer to sign in or to reset the password. Attempts to sign up or to change an email are limited: see [RateLimitedError](#ratelimitederror).',
  },
  ScimTokenLimitError: {
    when: 'a connection has two provisioning tokens: one in use, and the next one.',
    fix: 'Delete the one that the provider no longer uses.',
  },
  HandleAlreadyExistsError: {
    when: 'another account has this handle. Keyward compares handles without regard to case.',
    fix: 'Let the person choose another, or leave the handle out: Keyward then derives a free one from the name.',
  },
  PhoneAlreadyExistsError: {
    when: 'another account has this phone number, in any spelling.',
    fix: 'Ask for another number, or leave it out.',
  },
  ExternalIdAlreadyExistsError: {
    when: 'another account has this `external_id`.',
    fix: 'Find that account with `GET /auth/account/query?field=external_id`, or use another id.',
  },
  OAuthAlreadyLinkedError: {
    when: 'another account is linked to this identity, or this account is linked to another identity of the same provider.',
    fix: 'Unlink the identity from the other account, or the other identity from this account, first.',
  },
  PasskeyAlreadyExistsError: {
    when: 'the passkey is enrolled already, for this or another account.',
    fix: 'Use it to sign in, or make another one.',
  },
  ProviderLimitError: {
    when: 'superadmins have added 20 providers.',
    fix: 'Remove one first.',
  },
  PasskeyLimitError: { when: 'the account has 20 passkeys.', fix: 'Remove one first.' },
  SecretLimitError: {
    when: 'a third secret is asked for while two are live.',
    fix: 'Remove the older one once nobody uses it.',
  },
  LastSuperadminError: {
    when: 'the request would delete, demote or suspend the last active superadmin.',
    fix: 'Make another account a superadmin first.',
  },
  LastOwnerError: {
    when: 'the last owner of an organization leaves, is removed or gets other roles, or their account is deleted while there are other members.',
    fix: 'Transfer the organization to another member first, or delete it.',
  },
  SlugTakenError: {
    when: 'another organization has the slug, or had it in the last 90 days.',
    fix: 'Choose another, or leave it out: the service then makes one from the name.',
  },
  AlreadyMemberError: {
    when: 'the account is a member of the organization already.',
    fix: 'Change the roles of the member instead.',
  },
  DomainTakenError: {
    when: 'another organization has verified the domain, or this one claims it twice.',
    fix: 'Let the other organization remove the domain. It also loses the domain if DNS no longer has its record.',
  },
  DomainNotVerifiedError: {
    when: 'DNS does not have the TXT record of the domain, or gave no answer. `details` has the `record` that it must have, and what was `found` at its name.',
    fix: 'Add the record where the domain is registered, and verify again. A change can take some hours.',
  },
  RoleTakenError: {
    when: 'the organization has a role of this name already: built in, of the settings, or its own.',
    fix: 'Choose another name.',
  },
  RoleInUseError: {
    when: 'a member, an open invitation or the mapping of a connection still has the role that is to be deleted.',
    fix: 'Give the members others, revoke the invitations, and change the mapping.',
  },
  VersionMismatchError: {
    when: 'a change of a connection or an application names the `version` of an earlier state. Nothing changed. So nobody [approves](single-sign-on.md#trust) what somebody else has put in place meanwhile.',
    fix: 'Read it, judge it again, and send its new `version`.',
  },
  SnapshotAlreadyExistsError: {
    when: 'this log has a snapshot with this name already.',
    fix: 'Choose another name, or delete the old snapshot.',
  },
  BodyTooLargeError: {
    when: 'the body is larger than the route accepts: 64 KiB, unless its [description](endpoints.md) names more. Keyward does not read the rest, and closes the connection.',
    fix: 'Send less. No request needs that much.',
  },
  UnsupportedMediaTypeError: {
    when: 'the body has another content type than `application/json`, is compressed, or is not in UTF-8.',
    fix: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  ValidationError: {
    when: 'the body or the query is invalid: a field is missing, unknown, or has the wrong type or form. `details.fields` names at most 20 of them: `[{"path": "email", "message": "must be one plain email address, such as ada@example.org"}]`. `path` has dots between levels.',
    fix: 'Show each message beside its field.',
  },
  RateLimitedError: {
    when: 'there were too many failures or requests: [Limits](security.md#limits) lists them. While an account is limited, Keyward checks no password, not even the right one. Only failures count, and live sessions continue.',
    fix: 'Wait for the seconds in `Retry-After`. Tell the person how long that is.',
  },
  HeadersTooLargeError: {
    when: 'the headers and the address of a request together are larger than 16 KiB. Keyward closes the connection after the answer.',
    fix: 'Send fewer or smaller headers. In a browser the cause is often the cookies of other applications on the same domain.',
  },
  InternalError: {
    when: 'Keyward failed. Its log has the cause under the request id; the answer never has it.',
    fix: 'Repeat reads and logins later. Report the `request_id` to the operator.',
  },
  ProviderFailedError: {
    when: 'an identity provider is down, takes too long, or sends an answer that Keyward cannot trust: a wrong signature, nonce, audience or issuer, a redirect, or more than 1 MB. The error comes in the redirect to the frontend; `POST /account/oauth/link/{provider}` answers it as JSON.',
    fix: 'Let the person try again, or sign in another way. If it happens every time, compare the client id, the client secret, the issuer and the redirect address with those at the provider.',
  },
  ServiceUnavailableError: {
    when: 'Keyward cannot carry the request out now: the queue of password hashes or of mails is full, the database does not answer, the account changed at the same time, the master key cannot open the saved settings, or the log files cannot be read or written. Nothing changed.',
    fix: 'Repeat the request after `Retry-After`, with a growing pause if it fails again.',
  },
  EmailNotConfiguredError: {
    when: 'a request needs to send a mail in production, and no mail server is configured.',
    fix: 'Set `KEYWARD_SMTP_URL` and `KEYWARD_MAIL_FROM`, or `POST /config/email`.',
  },
};
