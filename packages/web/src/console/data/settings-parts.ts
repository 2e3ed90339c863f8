import type { SectionName, SettingsField, SettingsSection } from './settings.ts';
import type { settingsEn } from '../texts/settings-en.ts';

type SettingsTexts = typeof settingsEn;

export type PartId = keyof SettingsTexts['parts'];
type PartGroup = keyof SettingsTexts['partGroups'];

interface Group {
  id: keyof SettingsTexts['groups'];
  fields: readonly string[];
}

/** A part of the page: a section of the API, in an order for people. */
export interface Part {
  id: PartId;
  /** The API's name; undefined for the providers, which have several sections. */
  section: string | undefined;
  /** Where the list of the sections has it. */
  group: PartGroup;
  /** The page of the documentation. */
  documentation: string;
  groups: readonly Group[];
}

export const PROVIDER_GROUPS: readonly Group[] = [
  { id: 'provider', fields: ['enabled', 'label', 'issuer', 'scopes'] },
  {
    id: 'credentials',
    fields: ['client_id', 'client_secret', 'team_id', 'key_id', 'private_key', 'redirect_uri'],
  },
];

/** By the API's names, in the order of the list; the compiler requires all of them. */
const BY_SECTION: Readonly<Record<SectionName | 'providers' | 'mails', Omit<Part, 'section'>>> = {
  email: {
    id: 'mail',
    group: 'pages',
    documentation: 'mail',
    groups: [
      { id: 'server', fields: ['host', 'port', 'use_tls', 'username', 'password'] },
      { id: 'sender', fields: ['sender', 'sender_name'] },
    ],
  },
  mails: { id: 'mail-texts', group: 'pages', documentation: 'mail', groups: [] },
  branding: {
    id: 'branding',
    group: 'pages',
    documentation: 'runtime-settings',
    groups: [{ id: 'look', fields: ['name', 'logo_url', 'colour', 'radius', 'font', 'links'] }],
  },
  signup: {
    id: 'sign-up',
    group: 'people',
    documentation: 'sign-up',
    groups: [
      { id: 'accounts', fields: ['mode', 'allowed_domains', 'blocked_domains'] },
      { id: 'mailboxes', fields: ['require_verified_email', 'send_verification', 'confirm_email_change'] },
      { id: 'captcha', fields: ['captcha', 'captcha_site_key', 'captcha_secret', 'captcha_fail_open'] },
      { id: 'deletion', fields: ['deletion_grace_days'] },
      { id: 'impersonation', fields: ['impersonation_notice'] },
    ],
  },
  organizations: {
    id: 'organizations',
    group: 'people',
    documentation: 'organizations',
    groups: [
      {
        id: 'organizations',
        fields: [
          'enabled',
          'creation',
          'max_per_account',
          'max_members',
          'invitation_days',
          'deletion_days',
          'break_glass',
        ],
      },
      {
        id: 'roles',
        fields: ['permissions', 'roles', 'own_roles', 'creator_role', 'default_role', 'claims'],
      },
    ],
  },
  providers: { id: 'providers', group: 'signIn', documentation: 'providers', groups: PROVIDER_GROUPS },
  factors: {
    id: 'factors',
    group: 'signIn',
    documentation: 'factors',
    groups: [
      { id: 'who', fields: ['policy', 'step_up'] },
      { id: 'which', fields: ['totp', 'passkeys'] },
      { id: 'passkeys', fields: ['rp_id', 'rp_name'] },
    ],
  },
  jwt: {
    id: 'tokens',
    group: 'tokens',
    documentation: 'tokens',
    groups: [
      { id: 'sessions', fields: ['session_duration_days', 'idle_minutes'] },
      {
        id: 'refresh',
        fields: [
          'dual_token_mode',
          'access_token_expire_minutes',
          'refresh_token_expire_days',
          'sliding',
          'max_session_days',
        ],
      },
      { id: 'content', fields: ['audience', 'claims'] },
      { id: 'key', fields: ['secret_key', 'algorithm', 'rotate_days'] },
    ],
  },
  cookie: {
    id: 'cookies',
    group: 'tokens',
    documentation: 'cookies',
    groups: [
      { id: 'delivery', fields: ['cookie_mode', 'access_cookie_name', 'refresh_cookie_name', 'max_age'] },
      { id: 'attributes', fields: ['secure', 'httponly', 'samesite', 'domain', 'path'] },
    ],
  },
  oauth: {
    id: 'applications',
    group: 'tokens',
    documentation: 'oauth',
    groups: [
      { id: 'authorization', fields: ['enabled', 'scopes', 'resources', 'default_resource'] },
      { id: 'registration', fields: ['registration', 'metadata_documents'] },
      { id: 'consent', fields: ['consent_days', 'consent_url'] },
      { id: 'key', fields: ['signing_algorithm', 'rotate_days'] },
      { id: 'agents', fields: ['mcp'] },
    ],
  },
  logging: {
    id: 'logs',
    group: 'service',
    documentation: 'logs',
    groups: [
      { id: 'writing', fields: ['logging', 'level', 'console_output', 'capture_terminal', 'logs_dir'] },
      { id: 'size', fields: ['max_log_lines', 'trim_log_lines'] },
      { id: 'redaction', fields: ['redact_sensitive', 'redact_patterns'] },
    ],
  },
  events: {
    id: 'events',
    group: 'service',
    documentation: 'events',
    groups: [{ id: 'retention', fields: ['audit_days', 'activity_days', 'activity_rows'] }],
  },
};

export const PARTS: readonly Part[] = Object.entries(BY_SECTION).map(([section, part]) => ({
  ...part,
  section: section === 'providers' ? undefined : section,
}));

/** The parts by the headings of their list. */
export const PART_GROUPS = [...new Set(PARTS.map(({ group }) => group))].map((group) => ({
  group,
  parts: PARTS.filter((part) => part.group === group),
}));

/** The part of an address: by its own name or the API's. */
export function partOf(name: string | undefined): Part | undefined {
  return PARTS.find(({ id, section }) => id === name || (section !== undefined && section === name));
}

/** Where the console shows a section of the API: all providers share a page. */
export function placeOf(section: string): { path: string; search: Record<string, string> } {
  if (section === 'mails') return { path: 'settings/mail-texts', search: {} };
  return partOf(section) === undefined
    ? { path: 'settings/providers', search: { slot: section } }
    : { path: `settings/${section}`, search: {} };
}

/** The existing fields of each group; the last group also has all other fields. */
export function grouped(
  groups: readonly Group[],
  { fields }: Pick<SettingsSection, 'fields'>,
): { id: Group['id']; fields: SettingsField[] }[] {
  const named = new Set(groups.flatMap((group) => group.fields));
  const others = fields.filter(({ name }) => !named.has(name));
  return groups.map((group, index) => ({
    id: group.id,
    fields: [
      ...group.fields.flatMap((name) => fields.find((field) => field.name === name) ?? []),
      ...(index === groups.length - 1 ? others : []),
    ],
  }));
}

/** A replaced signing key cannot be restored, neither by a reset nor by a roll-back. */
export const KEY_FIELDS: ReadonlySet<string> = new Set(['secret_key', 'algorithm']);
