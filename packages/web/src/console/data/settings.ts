import type { Result } from '@keyward/client';
import { queryOptions } from '@tanstack/react-query';
import { ask, service } from '../service/service.ts';

type AnswerOf<Call extends (...args: never[]) => Promise<Result<unknown>>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>;

export type SettingsSection = AnswerOf<typeof service.admin.config.sections>['sections'][number];
export type SettingsField = SettingsSection['fields'][number];
export type SettingsVersion = AnswerOf<typeof service.config.history>['history'][number];
export type SettingsOutcome = AnswerOf<typeof service.config.setCookie>;
export type SettingsInput = Readonly<Record<string, unknown>>;

/** The sections for forms. Polled, because another superadmin may change them. */
export const sectionsQuery = queryOptions({
  queryKey: ['settings', 'sections'],
  queryFn: async () => (await ask(service.admin.config.sections())).sections,
  refetchInterval: 15_000,
});

/** The number of requested changes; a field's last change is also searched for among them. */
const HISTORY_LENGTH = 50;

/** The changes of a section, newest first. */
export const historyQuery = ({ name, version }: Pick<SettingsSection, 'name' | 'version'>) =>
  queryOptions({
    queryKey: ['settings', 'history', name, version],
    queryFn: () => ask(service.config.history({ section: name, limit: HISTORY_LENGTH })),
  });

type Write = (input: SettingsInput) => Promise<Result<SettingsOutcome>>;

const { config } = service;
const { config: patches } = service.admin;

type NamedKeys<Value> = keyof { [Key in keyof Value as string extends Key ? never : Key]: unknown };

/** The sections that exist once: all except the providers. */
export type SectionName = NamedKeys<AnswerOf<typeof service.config.load>>;

const METHODS = {
  email: { patch: patches.updateEmail, replace: config.setEmail },
  jwt: { patch: patches.updateJwt, replace: config.setJwt },
  cookie: { patch: patches.updateCookie, replace: config.setCookie },
  logging: { patch: patches.updateLogging, replace: config.setLogging },
  events: { patch: patches.updateEvents, replace: config.setEvents },
  factors: { patch: patches.updateFactors, replace: config.setFactors },
  organizations: { patch: patches.updateOrganizations, replace: patches.setOrganizations },
  oauth: { patch: patches.updateOAuth, replace: patches.setOAuth },
  branding: { patch: patches.updateBranding, replace: patches.setBranding },
  signup: { patch: patches.updateSignup, replace: config.setSignup },
} satisfies Record<SectionName, { patch: unknown; replace: unknown }>;

// The fields come from the service's own description of its sections, so their types are unknown here.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const WRITES = METHODS as unknown as Readonly<Record<string, { patch: Write; replace: Write }>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
const PROVIDER = { patch: patches.updateProvider, replace: config.setProvider } as unknown as {
  patch: Write;
  replace: Write;
};

export interface SettingsChange {
  section: SettingsSection;
  /** Whether the request names the changes, or all values. */
  how: 'patch' | 'replace';
  input: SettingsInput;
}

/** Changes a section, or only reports the effects. @throws KeywardError */
export function changeSettings(
  { section, how, input }: SettingsChange,
  dryRun: boolean,
): Promise<SettingsOutcome> {
  const own = WRITES[section.name];
  const sent = { ...input, ...(dryRun && { dry_run: true }) };
  return ask(own === undefined ? PROVIDER[how]({ ...sent, provider: section.name }) : own[how](sent));
}

/** Restores a version of a section, or only reports the effects. @throws KeywardError */
export function rollBackSettings(
  section: string,
  version: number,
  dryRun: boolean,
): Promise<SettingsOutcome> {
  return ask(config.rollback({ section, version, ...(dryRun && { dry_run: true }) }));
}
