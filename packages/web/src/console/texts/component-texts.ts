import { en } from '@keyward/react';
import { presentLanguage } from './languages.ts';

/** What the components of sign-in say, apart from the console's own texts: few pages show them. */
export const componentTexts = presentLanguage() === 'de' ? (await import('@keyward/react/de')).de : en;
