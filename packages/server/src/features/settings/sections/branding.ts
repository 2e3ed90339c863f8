import { brandingFields } from '../../../config/sections/branding.ts';
import { sectionKind } from '../kinds/section-kind.ts';

export const branding = sectionKind({
  fields: brandingFields,
  // Its logo and links are on the page where people sign in.
  stepUp: true,
  complete: ({ colour, ...values }) => ({ ...values, colour: String(colour).toLowerCase() }),
});
