import { branding } from '../../features/settings/sections/branding.ts';
import { cookie } from '../../features/settings/sections/cookie.ts';
import { email } from '../../features/settings/sections/email.ts';
import { events } from '../../features/settings/sections/events.ts';
import { factors } from '../../features/settings/sections/factors.ts';
import { jwt } from '../../features/settings/sections/jwt.ts';
import { oauth } from '../../features/settings/sections/oauth.ts';
import { logging } from '../../features/settings/sections/logging.ts';
import { organizations } from '../../features/settings/sections/organizations.ts';
import { signup } from '../../features/settings/sections/signup.ts';
import { changesOf, type SectionEndpoints } from './change-section.ts';

export const emailSection = changesOf('email', email, 'the mail server and the sender');
export const jwtSection = changesOf(
  'jwt',
  jwt,
  'the signing key and the lifetimes; a new key ends the tokens of the old one',
);
export const cookieSection = changesOf('cookie', cookie, 'the delivery of tokens in cookies');
export const loggingSection = changesOf('logging', logging, 'the content of the logs');
export const eventsSection = changesOf('events', events, 'how long events are kept');
export const factorsSection = changesOf(
  'factors',
  factors,
  'who must have a second factor, and which factors may be used',
);
export const signupSection = changesOf('signup', signup, 'who may open an account, and with which email');
export const oauthSection = changesOf(
  'oauth',
  oauth,
  'how other applications sign in with Keyward: scopes, resources, registration',
);
export const organizationsSection = changesOf(
  'organizations',
  organizations,
  'organizations: who may create them, their limits, and what roles allow',
);
export const brandingSection = changesOf('branding', branding, 'name, logo, colour and links of the pages');

/** The sections with fields that programs may change, by name. */
export const OPEN_SECTIONS: ReadonlyMap<string, SectionEndpoints> = new Map(
  Object.entries({
    email: emailSection,
    jwt: jwtSection,
    cookie: cookieSection,
    logging: loggingSection,
    events: eventsSection,
    factors: factorsSection,
    signup: signupSection,
    branding: brandingSection,
    oauth: oauthSection,
  }).filter(([, { scope }]) => scope !== null),
);
