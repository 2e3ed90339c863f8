import { Type } from 'typebox';
import { branding } from '../../features/settings/sections/branding.ts';
import { cookie } from '../../features/settings/sections/cookie.ts';
import { email } from '../../features/settings/sections/email.ts';
import { events } from '../../features/settings/sections/events.ts';
import { factors } from '../../features/settings/sections/factors.ts';
import { jwt } from '../../features/settings/sections/jwt.ts';
import { oauth } from '../../features/settings/sections/oauth.ts';
import { logging, storeDir } from '../../features/settings/sections/logging.ts';
import { organizations } from '../../features/settings/sections/organizations.ts';
import { anyProvider } from '../../features/settings/sections/provider.ts';
import { signup } from '../../features/settings/sections/signup.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { shownProvider, shownSection } from './section-schemas.ts';

export const load = adminEndpoint({
  summary: 'The settings in force, with secrets masked',
  response: {
    200: Type.Object(
      {
        email: shownSection(email),
        jwt: shownSection(jwt),
        cookie: shownSection(cookie),
        logging: shownSection(logging, { store_dir: Type.String() }),
        events: shownSection(events),
        factors: shownSection(factors),
        signup: shownSection(signup),
        branding: shownSection(branding),
        oauth: shownSection(oauth),
        organizations: shownSection(organizations),
      },
      { additionalProperties: shownProvider(anyProvider), description: 'The providers under their names' },
    ),
  },
  errors: [],
  handle({ services: { runtimeSettings, settings } }) {
    const shown = runtimeSettings.show();
    return { ...shown, logging: { ...shown['logging'], store_dir: storeDir(settings.current.logging) } };
  },
});
