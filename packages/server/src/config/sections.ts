import type { Fields, ValuesOf } from './sections/field.ts';
import { brandingFields } from './sections/branding.ts';
import { cookieFields } from './sections/cookie.ts';
import { emailFields } from './sections/email.ts';
import { eventsFields } from './sections/events.ts';
import { factorsFields } from './sections/factors.ts';
import { jwtFields } from './sections/jwt.ts';
import { loggingFields } from './sections/logging.ts';
import { oauthFields } from './sections/oauth.ts';
import { organizationsFields } from './sections/organizations.ts';
import { signupFields } from './sections/signup.ts';

/**
 * The sections of the settings that can change at run time. The start gives their first values. The providers,
 * of which there are several, have separate settings.
 */
export const SECTIONS = {
  jwt: { prefix: 'KEYWARD_JWT', fields: jwtFields },
  email: { prefix: 'KEYWARD_EMAIL', fields: emailFields },
  cookie: { prefix: 'KEYWARD_COOKIE', fields: cookieFields },
  logging: { prefix: 'KEYWARD_LOG', fields: loggingFields },
  events: { prefix: 'KEYWARD_EVENTS', fields: eventsFields },
  factors: { prefix: 'KEYWARD_FACTORS', fields: factorsFields },
  signup: { prefix: 'KEYWARD_SIGNUP', fields: signupFields },
  branding: { prefix: 'KEYWARD_BRANDING', fields: brandingFields },
  oauth: { prefix: 'KEYWARD_OAUTH', fields: oauthFields },
  organizations: { prefix: 'KEYWARD_ORGANIZATIONS', fields: organizationsFields },
} as const satisfies Record<string, { prefix: string; fields: Fields }>;

export type SectionName = keyof typeof SECTIONS;

/** The values of the sections. */
export type SectionValues = {
  readonly [Name in SectionName]: ValuesOf<(typeof SECTIONS)[Name]['fields']>;
};

/** The values that the start gives, by section and field. */
export type StartValues = { readonly [Name in SectionName]: Partial<SectionValues[Name]> };

/** The environment variable with the start value of a field. */
export function variableOf(section: SectionName, field: string): string {
  return variablesOf(section, field)[0] ?? field;
}

/** The variables of the start that give the first value of a field, by precedence. */
export function variablesOf(section: string, field: string): readonly string[] {
  const found = Object.entries<{ prefix: string; fields: Fields }>(SECTIONS).find(
    ([name]) => name === section,
  );
  const { prefix, fields } = found?.[1] ?? { prefix: '', fields: {} };
  const { internal, variable, impliedBy } = fields[field] ?? { internal: true };
  if (internal === true) return [];
  return [variable ?? `${prefix}_${field.toUpperCase()}`, ...(impliedBy === undefined ? [] : [impliedBy])];
}
