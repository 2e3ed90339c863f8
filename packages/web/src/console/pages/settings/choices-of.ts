import { settingsTexts } from '../../texts/settings-texts.ts';
import { entriesOf, TABLES } from './tables.ts';

type Values = Readonly<Record<string, unknown>>;

/** The roles that every organization has. */
const BUILT_IN_ROLES = ['owner', 'admin', 'member'];

/** The names of the entries of a table. */
export function namesIn(table: string, values: Values): string[] {
  const [, field = ''] = table.split('.');
  const found = TABLES[table];
  if (found === undefined) return [];
  const [first] = found.columns;
  return entriesOf(found, values[field]).flatMap((entry) => String(entry[first.name]) || []);
}

const roles = (values: Values) => [...BUILT_IN_ROLES, ...namesIn('organizations.roles', values)];

/** By section and field: texts of which only some are valid. The values of the section have their changes. */
export const CHOICES: Readonly<Record<string, (values: Values) => string[]>> = {
  'organizations.creator_role': roles,
  // Nobody becomes an owner without a decision.
  'organizations.default_role': (values) => roles(values).filter((role) => role !== 'owner'),
  'oauth.default_resource': (values) => namesIn('oauth.resources', values),
};

/** By section and field: lists of which each item is one of these. */
export const ITEMS: Readonly<Record<string, readonly string[]>> = {
  'organizations.claims': ['roles', 'permissions'],
};

/** The permissions that a role can have: those of Keyward, those of the application, and those that it has. */
export function permissionsIn(values: Values, granted: Iterable<string>): string[] {
  const own = Object.keys(settingsTexts.permissions);
  return [...new Set([...own, ...namesIn('organizations.permissions', values), ...granted])];
}
