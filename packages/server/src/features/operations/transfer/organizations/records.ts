import {
  DOMAIN_JOINING,
  type OrganizationDomainRow,
  SESSION_METHODS,
} from '../../../../store/engine/schema.ts';
import { addressRange } from '../../../../config/addresses.ts';
import {
  grantablePermissions,
  MAX_MEMBERS,
  MAX_ROLE_DESCRIPTION,
  MAX_ROLES,
  type OrganizationsSettings,
} from '../../../../config/sections/organizations.ts';
import { GRANT_PATTERN } from '../../../../lib/patterns.ts';
import { parseDomain } from '../../../../lib/domain.ts';
import { hasVisible, isPlainText, isWebUrl, WEB_URL_RULE } from '../../../../lib/text.ts';
import { MAX_DOMAINS } from '../../../organizations/domains.ts';
import { isMailProvider } from '../../../organizations/mail-providers.ts';
import { MAX_ADDRESSES, MAX_MINUTES, MIN_MINUTES, type PolicyEdit } from '../../../organizations/policy.ts';
import { SLUG_PATTERN } from '../../../organizations/slugs.ts';
import { type Fields, firstText, isFields, listOf, objectOf } from '../formats/fields.ts';
import { parseTime } from '../formats/parse-time.ts';
import type { FieldProblem } from '../read-user.ts';

/** A domain in a record. `token` and `vouched` come from another Keyward. */
export interface DomainDraft extends Pick<OrganizationDomainRow, 'domain' | 'joining'> {
  token: string | null;
  verified: boolean;
  vouched: boolean;
}

/** An organization that a record describes. */
export interface OrganizationDraft {
  line: number;
  /** The name that member records use for it: its id in the other system. */
  key: string;
  /** Its id, if another Keyward created it. */
  uid: string | null;
  name: string;
  slug: string | undefined;
  logo_url: string | null;
  metadata: Fields;
  app_metadata: Fields;
  external_id: string | null;
  max_members: number | null;
  status: 'active' | 'suspended';
  policy: PolicyEdit | null;
  created_at: number | null;
  roles: { name: string; description: string; permissions: string[] }[];
  domains: DomainDraft[];
}

/** A member that a record describes. */
export interface MemberDraft {
  line: number;
  /** The key of its organization. */
  organization: string;
  /** The id of the account: its `uid` or `external_id`. */
  account: string | null;
  email: string | null;
  roles: string[];
}

const UID = /^org_[A-Za-z0-9_-]{22}$/;
const MAX_NAME = 128;
const MAX_ID = 255;
const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;

/** The organization of a record, or the problem with it. */
export async function readOrganization(
  line: number,
  fields: Fields,
  settings: OrganizationsSettings,
): Promise<OrganizationDraft | FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });
  const id = firstText(fields['id'], fields['external_id']);
  const name = firstText(fields['name'])?.trim();
  if (id === undefined || id.length > MAX_ID) refuse('id', 'is missing, or longer than 255 characters');
  if (name === undefined || name.length > MAX_NAME || !isPlainText(name) || !hasVisible(name))
    refuse('name', 'must have 1 to 128 characters, and no control characters');
  const logo = firstText(fields['logo_url']) ?? null;
  if (logo !== null && !isWebUrl(logo)) refuse('logo_url', WEB_URL_RULE);
  const { status = 'active', max_members: most = null } = fields;
  if (status !== 'active' && status !== 'suspended') refuse('status', 'must be active or suspended');
  if (
    most !== null &&
    (typeof most !== 'number' || !Number.isInteger(most) || most < 1 || most > MAX_MEMBERS)
  )
    refuse('max_members', `must be a whole number from 1 to ${MAX_MEMBERS}, or null`);
  const external = firstText(fields['external_id']) ?? (id === undefined || UID.test(id) ? null : id);
  if (external !== null && (external.length > MAX_ID || !isPlainText(external)))
    refuse('external_id', 'must have 1 to 255 characters, and no control characters');
  const known = new Set<string>(settings.permissions);
  const roles = (listOf(fields['roles']) ?? []).map((role) => ({
    name: firstText(role['name']) ?? '',
    description: firstText(role['description']) ?? '',
    permissions: [...new Set(wordsOf(role['permissions']))].filter(
      (one) => one.startsWith('org:') || known.has(one),
    ),
  }));
  const grantable = grantablePermissions(settings.permissions);
  for (const [index, { permissions }] of roles.entries())
    if (permissions.some((one) => !grantable.has(one)))
      refuse(
        `roles.${index}.permissions`,
        'must be permissions of Keyward other than org:owner, or of the settings',
      );
  if (roles.some((role) => !new RegExp(GRANT_PATTERN).test(role.name)))
    refuse('roles', 'must have names of lower-case letters, digits and _ : . -');
  if (new Set(roles.map((role) => role.name)).size < roles.length) refuse('roles', 'has a name twice');
  if (roles.length > MAX_ROLES) refuse('roles', `must have at most ${MAX_ROLES} items`);
  if (roles.some(({ description: said }) => said.length > MAX_ROLE_DESCRIPTION || !isPlainText(said)))
    refuse(
      'roles',
      `must have descriptions of at most ${MAX_ROLE_DESCRIPTION} characters, without control characters`,
    );
  const domains: DomainDraft[] = [];
  const claimed = listOf(fields['domains']) ?? [];
  if (claimed.length > MAX_DOMAINS) refuse('domains', `must have at most ${MAX_DOMAINS} items`);
  for (const given of claimed.slice(0, MAX_DOMAINS)) {
    const domain = parseDomain(firstText(given['domain']) ?? '');
    const token = firstText(given['token']) ?? null;
    if (token !== null && !TOKEN.test(token))
      refuse('domains', 'must have tokens of 16 to 128 letters, digits, _ and -');
    else if (domain === null || domain.startsWith('*.') || (await isMailProvider(domain)))
      refuse('domains', `${JSON.stringify(given['domain'])} is not a domain of one organization`);
    else
      domains.push({
        domain,
        joining: DOMAIN_JOINING.find((joining) => joining === given['joining']) ?? 'none',
        token,
        verified: given['status'] === 'verified' && token !== null,
        vouched: given['vouched'] === true,
      });
  }
  const policy: unknown = fields['policy'];
  if (isFields(policy)) problems.push(...policyProblems(policy));
  else if (policy !== undefined && policy !== null) refuse('policy', 'must be an object, or null');
  if (problems.length > 0 || id === undefined || name === undefined) return problems;
  const slug = firstText(fields['slug']);
  return {
    line,
    key: id,
    uid: UID.test(id) ? id : null,
    name,
    slug: slug !== undefined && new RegExp(SLUG_PATTERN).test(slug) ? slug : undefined,
    logo_url: logo,
    metadata: objectOf(fields['metadata']),
    app_metadata: objectOf(fields['app_metadata']),
    external_id: external,
    max_members: typeof most === 'number' ? most : null,
    status: status === 'suspended' ? 'suspended' : 'active',
    policy: isFields(policy) ? policyOf(policy) : null,
    created_at: parseTime(fields['created_at']),
    roles,
    domains,
  };
}

/** The member of a record, or the problem with it. @param names new names of roles, by those in the file */
export function readMember(
  line: number,
  fields: Fields,
  { names, defaultRole }: { names: ReadonlyMap<string, string>; defaultRole: string },
): MemberDraft | FieldProblem[] {
  const organization = firstText(fields['organization']);
  const account = firstText(fields['account']) ?? null;
  const email = firstText(fields['email']) ?? null;
  if (organization === undefined) return [{ field: 'organization', message: 'is missing' }];
  if (account === null && email === null) return [{ field: 'email', message: 'or account is needed' }];
  const roles = wordsOf(fields['roles']).map((role) => names.get(role) ?? role);
  return {
    line,
    organization,
    account,
    email,
    roles: roles.length > 0 ? [...new Set(roles)] : [defaultRole],
  };
}

const isMinutes = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= MIN_MINUTES && value <= MAX_MINUTES;
const MINUTES_RULE = `must be a whole number from ${MIN_MINUTES} to ${MAX_MINUTES}, or null`;
const isListOf = (value: unknown, isItem: (item: string) => boolean): value is string[] =>
  Array.isArray(value) && value.length > 0 && wordsOf(value).filter(isItem).length === value.length;
const isMethod = (value: string): boolean => SESSION_METHODS.some((method) => method === value);

/** What each field of a policy must be, unless it is null. */
const POLICY_RULES: Readonly<Record<keyof PolicyEdit, readonly [(value: unknown) => boolean, string]>> = {
  require_second_factor: [(value) => typeof value === 'boolean', 'must be true or false'],
  methods: [(value) => isListOf(value, isMethod), `must be a list of ${SESSION_METHODS.join(', ')}, or null`],
  session_minutes: [isMinutes, MINUTES_RULE],
  idle_minutes: [isMinutes, MINUTES_RULE],
  allowed_addresses: [
    (value) =>
      isListOf(value, (address) => addressRange(address) !== undefined) && value.length <= MAX_ADDRESSES,
    `must be a list of at most ${MAX_ADDRESSES} addresses and CIDR ranges, or null`,
  ],
};

/** A restriction that cannot be read must not disappear. */
function policyProblems(fields: Fields): FieldProblem[] {
  return Object.entries(POLICY_RULES).flatMap(([field, [isValid, message]]) => {
    const value = fields[field] ?? null;
    return value === null || isValid(value) ? [] : [{ field: `policy.${field}`, message }];
  });
}

/** A policy without problems. */
function policyOf(fields: Fields): PolicyEdit {
  const { require_second_factor: factor, session_minutes: session, idle_minutes: idle } = fields;
  const given = wordsOf(fields['methods']);
  const methods = SESSION_METHODS.filter((method) => given.includes(method));
  const addresses = wordsOf(fields['allowed_addresses']);
  return {
    require_second_factor: factor === true,
    methods: methods.length > 0 ? methods : null,
    session_minutes: typeof session === 'number' ? session : null,
    idle_minutes: typeof idle === 'number' ? idle : null,
    allowed_addresses: addresses.length > 0 ? addresses : null,
  };
}

const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
