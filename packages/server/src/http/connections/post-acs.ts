import { Type } from 'typebox';
import { presentInRedirect } from '../presenters/token-response.ts';
import { failureRedirect } from '../providers/failure.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { redirectTo } from '../wire/redirects.ts';
import { SignInParams } from './connection.ts';

/** 256 KiB in base64, as a form writes it. */
const MOST_BYTES = 400 * 1_024;

/**
 * The form comes from the provider's page, so browsers leave out the cookie that ties the sign-in to them: it is
 * SameSite=Lax. The verified answer is stored; after the 303 the browser navigates with GET, sends the cookie, and
 * takes the answer. So an answer that a foreign page posts here (login CSRF) has no effect, because its flow belongs to
 * another browser.
 */
export const postAcs = publicEndpoint({
  summary: 'The return address for SAML providers; it always redirects',
  params: SignInParams,
  assertExists: assertOrganizations,
  /** Otherwise anybody could make the server hold large bodies for connections that do not exist. */
  async beforeBody(context) {
    const { services, params, reply } = context;
    const { connection_id: id } = params;
    try {
      const { signIns, tests } = await services.connections();
      if (!(await tests.awaits(id)) && (await signIns.open(id)).kind !== 'saml')
        throw new KeywardError('ConnectionNotFoundError');
      return null;
    } catch (thrown) {
      return reply.redirect(
        await failureRedirect(context, { name: id }, services.frontends.fallback, thrown),
        303,
      );
    }
  },
  form: Type.Object({
    SAMLResponse: Type.String({ examples: ['PHNhbWxwOlJlc3BvbnNl…'] }),
    RelayState: Type.Optional(Type.String({ examples: ['x9xzaTxbexvsr4pog5KwJakoQaY9ckoc7Qpqur0p3wc'] })),
  }),
  mostBytes: MOST_BYTES,
  response: { 303: Type.Null() },
  issuesTokens: 'in a redirect',
  errors: ['RouteNotFoundError', 'RateLimitedError'],
  async handle(context) {
    const { services, params, body, client, reply, signal } = context;
    const form = body ?? new URLSearchParams();
    if (!(form instanceof URLSearchParams)) throw new KeywardError('UnsupportedMediaTypeError');
    const { connection_id: id } = params;
    const [relayState = null] = form.getAll('RelayState');
    let frontend = services.frontends.fallback;
    try {
      const { signIns, tests } = await services.connections();
      const [response, ...more] = form.getAll('SAMLResponse');
      if (response === undefined || more.length > 0) throw new KeywardError('SamlInvalidError');
      const posted = { response, relayState };
      const received =
        (await tests.receive(id, posted)) ??
        (await signIns.receive(await signIns.open(id), posted, client, signal));
      // Relative, because only the host in front of the service knows the whole address.
      if ('state' in received)
        return await reply.redirect(
          `../../connection/${id}/callback?${new URLSearchParams(received).toString()}`,
          303,
        );
      if (relayState !== null) frontend = frontendNamed(services, relayState);
      const query = await presentInRedirect(context, received.entry, null);
      return await reply.redirect(redirectTo(frontend, '/oauth/callback', query), 303);
    } catch (thrown) {
      return reply.redirect(await failureRedirect(context, { name: id }, frontend, thrown), 303);
    }
  },
});

/** The destination of a sign-in that began at the provider: the frontend that it names, if that is allowed. */
function frontendNamed({ frontends }: Services, relayState: string): string {
  try {
    return frontends.resolve(relayState);
  } catch {
    return frontends.fallback;
  }
}
