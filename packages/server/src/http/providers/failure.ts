import { errorCode, type ErrorKind, KeywardError } from '../../errors.ts';
import type { Provider } from '../../features/sign-in/provider/providers.ts';
import { anonymous } from '../../features/audit/events/origin.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';
import { asKeywardError } from '../wire/error-response.ts';
import { errorQuery, redirectTo } from '../wire/redirects.ts';

/** The failures that mean that a person was refused. Refusals by the host application are recorded elsewhere. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'AccountElsewhereError',
  'AccountInactiveError',
  'ConnectionRequiredError',
  'ConnectionUnapprovedError',
  'EmailAlreadyExistsError',
  'EmailDomainNotAllowedError',
  'EmailProofRequiredError',
  'IdTokenInvalidError',
  'OAuthAlreadyLinkedError',
  'OAuthDeniedError',
  'OAuthStateError',
  'OrganizationLimitError',
  'OrganizationSuspendedError',
  'ProviderEmailMissingError',
  'ProviderFailedError',
  'RateLimitedError',
  'SamlInvalidError',
  'SignupClosedError',
]);

/** The address for a browser whose sign-in with a provider failed. Logs the reason. */
export async function failureRedirect(
  context: PublicContext,
  provider: Pick<Provider, 'name'>,
  frontend: string,
  thrown: unknown,
): Promise<string> {
  await recordFailure(context, provider, thrown);
  return redirectTo(frontend, '/oauth/callback', errorQuery(context, thrown));
}

/** Logs that a sign-in with a provider failed, and stores an event if a person was refused. */
export async function recordFailure(
  { services, client }: PublicContext,
  provider: Pick<Provider, 'name'>,
  thrown: unknown,
): Promise<void> {
  const { kind } = asKeywardError(thrown);
  const metadata = {
    provider: provider.name,
    reason: errorCode(kind),
    cause: causeOf(thrown),
  };
  services.events.emit('provider.failed', { client, metadata });
  if (REFUSALS.has(kind))
    await services.auditLog.failedAttempts.recordFailure(kind, {
      method: 'provider',
      by: anonymous(client),
      account: () => null,
      typed: provider.name,
    });
}

/** A code of OAuth (`invalid_client`, RFC 6749 §5.2), of the OAuth library or of the system. */
const CODE = /^[A-Za-z_]{1,64}$/;

/** The error of the provider, as codes only: messages may contain text from the provider or the browser. */
function causeOf(thrown: unknown): string | undefined {
  const codes: string[] = [];
  let error = thrown instanceof KeywardError ? thrown.cause : undefined;
  for (let depth = 0; error instanceof Error && depth < 4; depth += 1) {
    for (const code of [Object(error).code, Object(error).error]) {
      if (typeof code === 'string' && CODE.test(code)) codes.push(code);
    }
    error = error.cause;
  }
  return codes.length === 0 ? undefined : [...new Set(codes)].join(', ');
}
