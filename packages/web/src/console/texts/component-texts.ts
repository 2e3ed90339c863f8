import { en } from '@keyward/react';
import { presentLanguage } from './languages.ts';

/**
 * The texts of the sign-in components. They are separate from the console's texts, because few pages show them.
 */
export const componentTexts = presentLanguage() === 'de' ? (await import('@keyward/react/de')).de : en;
