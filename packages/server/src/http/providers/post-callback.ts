import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertProvider, ProviderParams } from './params.ts';

/** The fields that the other callback reads, with the maximum length of each in an address. */
const MAX_LENGTHS = { code: 2_048, state: 512, iss: 512, error: 128, user: 2_048 };

/**
 * Passes the form on to the callback as a GET request. The form comes from the provider's page, so browsers leave out
 * the cookie that ties the sign-in to them: it is SameSite=Lax. After a 303 they navigate by GET, and send it (RFC
 * 6265bis §5.6.7.1).
 *
 * The alternative is a cookie with SameSite=None. It would need https, and a second cookie in addition to the Lax one,
 * which sign-ins in other tabs renew. In this way all providers share one binding: a foreign page can post its own code
 * and state here (login CSRF), but that fails like a link to the other callback, because the flow of that state belongs
 * to another browser.
 */
export const postCallback = publicEndpoint({
  summary:
    'The return address for identity providers that post a form, such as Apple; redirects to the same address with GET',
  params: ProviderParams,
  assertExists: assertProvider,
  form: Type.Object({
    state: Type.String(),
    code: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    user: Type.Optional(Type.String({ description: 'JSON with the name, at the first sign-in with Apple' })),
  }),
  response: { 303: Type.Null() },
  errors: ['RouteNotFoundError', 'MethodNotAllowedError'],
  handle({ services, params, body, reply }) {
    if (!services.providers.named(params.provider).postsForm) {
      reply.header('allow', 'GET, HEAD, OPTIONS');
      throw new KeywardError('MethodNotAllowedError');
    }
    const form = body ?? new URLSearchParams();
    if (!(form instanceof URLSearchParams)) throw new KeywardError('UnsupportedMediaTypeError');
    const passed = new URLSearchParams();
    for (const [name, most] of Object.entries(MAX_LENGTHS))
      // The raw body, because a repeated parameter matters.
      for (const value of form.getAll(name)) if (value.length <= most) passed.append(name, value);
    // Relative, because only the host in front of the service knows the whole address.
    return reply.redirect(`?${passed.toString()}`, 303);
  },
});
