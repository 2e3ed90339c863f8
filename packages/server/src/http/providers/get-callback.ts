import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { presentedSession } from '../wire/access.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentInRedirect } from '../presenters/token-response.ts';
import { isPrefetch, redirectTo } from '../wire/redirects.ts';
import { browserCookie } from './browser-cookie.ts';
import { failureRedirect } from './failure.ts';
import { assertProvider, ProviderParams } from './params.ts';
import { providerAnswer } from './provider-answer.ts';

export const getCallback = publicEndpoint({
  summary: 'The return address for identity providers; it always redirects to the frontend',
  params: ProviderParams,
  assertExists: assertProvider,
  response: { 307: Type.Null(), 204: Type.Null() },
  issuesTokens: 'in a redirect',
  errors: ['RouteNotFoundError'],
  async handle(context) {
    const { services, params, client, request, reply } = context;
    const provider = services.providers.named(params.provider);
    if (isPrefetch(request)) return reply.code(204).send();
    let frontend = services.frontends.fallback;
    try {
      const callback = providerAnswer(request);
      const state = callback.get('state');
      const browser = browserCookie(context);
      const flow = await services.providers.take(provider, state, browser).catch(onlyState);
      if (flow === null) {
        const trial = await services.providerTrials.finish(provider, callback, browser);
        if (trial === null) throw new KeywardError('OAuthStateError');
        const query = new URLSearchParams({ slot: provider.name, trial });
        const page = `${services.pagesUrl()}/console/settings/providers?${query.toString()}`;
        return await reply.redirect(page, 307);
      }
      frontend = flow.frontend;
      const presented = await presentedSession(context);
      const entry = await services.providers.finish(provider, flow, callback, client, presented);
      // A link belongs to an existing session. Tokens for it would let a thief multiply a stolen session.
      const query =
        entry === null ? { linked: provider.name } : await presentInRedirect(context, entry, flow.challenge);
      return await reply.redirect(redirectTo(frontend, '/oauth/callback', query), 307);
    } catch (thrown) {
      return reply.redirect(await failureRedirect(context, provider, frontend, thrown), 307);
    }
  },
});

/** A flow that is no sign-in may be a trial. */
function onlyState(thrown: unknown): null {
  if (thrown instanceof KeywardError && thrown.kind === 'OAuthStateError') return null;
  throw thrown;
}
