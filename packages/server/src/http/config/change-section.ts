import type { Static } from 'typebox';
import type { Outcome } from '../../features/settings/save-change.ts';
import type { Field, Fields } from '../../config/sections/field.ts';
import type { SectionKind, Sent } from '../../features/settings/kinds/section-kind.ts';
import { anyProvider } from '../../features/settings/sections/provider.ts';
import type { Services } from '../../services/services.ts';
import {
  type AdminContext,
  type CallableEndpoint,
  callableEndpoint,
  type Endpoint,
} from '../wire/endpoint/endpoint.ts';
import type { StepUp } from '../wire/endpoint/route.ts';
import type { Scope } from '../../features/audit/actors/scopes.ts';
import { assertProvider, ProviderParams } from '../providers/params.ts';
import { ChangeSchema, DryRunQuery, sectionBody, sentBy } from './section-schemas.ts';

type ChangeEndpoint = CallableEndpoint<unknown, Static<typeof ChangeSchema>>;

/** The endpoints that change a section, and the requirements of their routes. */
export interface SectionEndpoints {
  readonly post: Endpoint<AdminContext>;
  readonly patch: ChangeEndpoint;
  /** Null: every field is closed to keys. */
  readonly scope: Scope | null;
  readonly stepUp: StepUp;
}

/** The endpoints that change a section: `post` replaces it, `patch` changes what the request names. */
export function changesOf<F extends Fields>(name: string, kind: SectionKind<F>, what: string) {
  const endpoint = (how: Sent['how']): ChangeEndpoint =>
    callableEndpoint({
      summary: summary(kind, how, what),
      body: sectionBody(kind, how),
      query: DryRunQuery,
      response: { 200: ChangeSchema },
      errors: ['InvalidConfigError'],
      handle: ({ body: input, query, services, actor }) =>
        change(services, name, sentBy(input, how), { actor, ...query }),
    });
  return { post: endpoint('replace'), patch: endpoint('patch'), ...accessOf(kind) };
}

const provide = (how: Sent['how']): ChangeEndpoint =>
  callableEndpoint({
    summary: summary(
      anyProvider,
      how,
      'the credentials of an identity provider; used from the next sign-in on',
    ),
    params: ProviderParams,
    assertExists: assertProvider,
    body: sectionBody(anyProvider, how),
    query: DryRunQuery,
    response: { 200: ChangeSchema },
    errors: ['RouteNotFoundError', 'InvalidConfigError'],
    handle: ({ body: input, query, services, params, actor }) =>
      change(services, services.providers.named(params.provider).name, sentBy(input, how), {
        actor,
        ...query,
      }),
  });
export const providerSection = {
  post: provide('replace'),
  patch: provide('patch'),
  ...accessOf(anyProvider),
};

function accessOf<F extends Fields>({
  fields,
  stepUp,
}: SectionKind<F>): Pick<SectionEndpoints, 'scope' | 'stepUp'> {
  const open = Object.values<Field>(fields).some(({ keys }) => keys === 'open');
  return { scope: open ? 'settings:write' : null, stepUp: stepUp ? 'by act' : 'never' };
}

function summary({ partial }: Pick<SectionKind<Fields>, 'partial'>, how: Sent['how'], what: string): string {
  return how === 'patch' || partial === true
    ? `Change the named fields, and no others: ${what}`
    : `Set ${what}; a field that is left out takes its default`;
}

async function change(
  { runtimeSettings }: Services,
  name: string,
  sent: Sent,
  { dry_run = false, actor }: Pick<AdminContext, 'actor'> & { dry_run?: boolean },
): Promise<Static<typeof ChangeSchema>> {
  const outcome = await runtimeSettings.change(name, sent, actor, dry_run);
  return answer(runtimeSettings.section(name).changed, outcome, dry_run);
}

/** The answer to a change. @param done the message, except for a dry run */
export function answer(
  done: string,
  { changes, reset, signsOut, reasons }: Outcome,
  dryRun: boolean,
): Static<typeof ChangeSchema> {
  return {
    success: true,
    message: dryRun
      ? 'Dry run: nothing was changed. See changes and signs_out for the effects of the change'
      : done,
    ...(dryRun && { dry_run: true, changes, signs_out: signsOut }),
    ...(Object.keys(reset).length > 0 && { reset }),
    ...(reasons.length > 0 && { signs_out: signsOut, effects: reasons }),
  };
}
