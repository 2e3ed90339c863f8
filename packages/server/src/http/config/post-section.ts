import type { Static } from 'typebox';
import type { Outcome } from '../../features/settings/runtime-settings.ts';
import type { Fields, SectionKind } from '../../features/settings/section-kind.ts';
import { cookie } from '../../features/settings/sections/cookie.ts';
import { email } from '../../features/settings/sections/email.ts';
import { events } from '../../features/settings/sections/events.ts';
import { factors } from '../../features/settings/sections/factors.ts';
import { jwt } from '../../features/settings/sections/jwt.ts';
import { logging } from '../../features/settings/sections/logging.ts';
import { provider } from '../../features/settings/sections/provider.ts';
import { signup } from '../../features/settings/sections/signup.ts';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { assertProvider, ProviderParams } from '../providers/params.ts';
import { by, ChangeSchema, DryRunQuery, sectionBody } from './sections.ts';

export const postEmail = postSection('email', email, 'Set the mail server and the sender');
export const postJwt = postSection(
  'jwt',
  jwt,
  'Set the signing key and the lifetimes; a new key ends the tokens of the old one',
);
export const postCookie = postSection('cookie', cookie, 'Set the delivery of tokens in cookies');
export const postLogging = postSection('logging', logging, 'Change the content of the logs');
export const postEvents = postSection('events', events, 'Set how long events are kept');
export const postFactors = postSection(
  'factors',
  factors,
  'Set who must have a second factor, and which factors may be used',
);
export const postSignup = postSection('signup', signup, 'Set who may open an account, and with which email');

function postSection<F extends Fields>(name: string, kind: SectionKind<F>, summary: string) {
  return signedInEndpoint({
    summary,
    body: sectionBody(kind),
    query: DryRunQuery,
    response: { 200: ChangeSchema },
    errors: ['InvalidConfigError'],
    handle: async ({ services: { runtimeSettings }, body, query: { dry_run = false }, ...context }) =>
      answer(
        runtimeSettings.section(name).changed,
        await runtimeSettings.change(name, body, by(context), dry_run),
        dry_run,
      ),
  });
}

export const postProvider = signedInEndpoint({
  summary: 'Set the credentials of an identity provider; the next sign-in uses them',
  params: ProviderParams,
  assertExists: assertProvider,
  body: sectionBody(provider),
  query: DryRunQuery,
  response: { 200: ChangeSchema },
  errors: ['RouteNotFoundError', 'InvalidConfigError'],
  async handle({ services, params, body, query: { dry_run = false }, ...context }) {
    const { runtimeSettings, providers } = services;
    const { name } = providers.named(params.provider);
    return answer(
      runtimeSettings.section(name).changed,
      await runtimeSettings.change(name, body, by(context), dry_run),
      dry_run,
    );
  },
});

/** The answer to a change. @param done the message, except for a dry run */
export function answer(
  done: string,
  { changes, signsOut, reasons }: Outcome,
  dryRun: boolean,
): Static<typeof ChangeSchema> {
  return {
    success: true,
    message: dryRun
      ? 'Dry run: nothing was changed. See changes and signs_out for the effects of the change'
      : done,
    ...(dryRun && { dry_run: true, changes, signs_out: signsOut }),
    ...(reasons.length > 0 && { signs_out: signsOut, effects: reasons }),
  };
}
