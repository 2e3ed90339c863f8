import type { Fields, ValuesOf } from './sections/field.ts';
import type { Setting } from './kinds.ts';
import type { Reader } from './reader.ts';
import type { StartValues } from './sections.ts';
import { SECTION_SETTINGS } from './settings.ts';
import type { StartSettings } from './start-settings.ts';

/** The values that the start gives to fields of sections. @throws ConfigError */
export function readStartValues(read: Reader): StartValues {
  const { jwt, email, cookie, logging, events, factors, signup, branding, oauth, organizations } =
    SECTION_SETTINGS;
  return {
    jwt: given(read, jwt),
    email: given(read, email),
    cookie: given(read, cookie),
    logging: given(read, logging),
    events: given(read, events),
    factors: given(read, factors),
    signup: given(read, signup),
    branding: given(read, branding),
    oauth: given(read, oauth),
    organizations: given(read, organizations),
  };
}

function given<F extends Fields>(read: Reader, settings: StartSettings<F>): Partial<ValuesOf<F>> {
  const values = Object.entries<Setting | undefined>(settings).flatMap(([field, setting]) => {
    const value = setting && read.optional(setting);
    return value === undefined ? [] : [[field, value]];
  });
  // `StartSettings` ties each setting to the type of its field.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(values) as Partial<ValuesOf<F>>;
}
