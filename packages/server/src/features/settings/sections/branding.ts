import { brandingFields } from '../../../config/sections/branding.ts';
import { sectionKind } from '../kinds/section-kind.ts';

export const branding = sectionKind({
  fields: brandingFields,
  stepUp: false,
  complete: ({ colour, ...values }) => ({ ...values, colour: String(colour).toLowerCase() }),
});
