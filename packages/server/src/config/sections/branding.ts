import { type TSchema, Type } from 'typebox';
import { field, type ValuesOf } from './field.ts';

/** Stacks of fonts that every system has. `geist` comes with the pages. */
export const FONTS = ['geist', 'system', 'humanist', 'rounded', 'serif', 'mono'] as const;
type Font = (typeof FONTS)[number];

/** The maximum length of the logo, so that the whole section fits in a request. */
const MAX_LOGO = 48 * 1024;

const Link = Type.Object(
  {
    label: Type.String({ format: 'link-label', maxLength: 60 }),
    url: Type.String({ format: 'page-link', maxLength: 1_024 }),
  },
  { additionalProperties: false, examples: [{ label: 'Terms', url: 'https://example.com/terms' }] },
);

export const brandingFields = {
  name: field(
    Type.String({
      format: 'text',
      maxLength: 60,
      description: 'Name on the pages and in mails; empty: the name of the sender of mails',
      examples: ['Example'],
    }),
    '',
    { keys: 'open' },
  ),
  // The logo and the links could lead people to another site.
  logo_url: field(
    Type.String({
      format: 'logo',
      maxLength: MAX_LOGO,
      description: 'Address or data of the logo; empty: the pages show the name instead',
      examples: ['https://example.com/logo.svg'],
    }),
    '',
    { keys: 'closed' },
  ),
  colour: field(
    Type.String({
      format: 'colour',
      description:
        'Colour of the main button on the pages and in mails; empty: black, and white on dark pages',
      examples: ['#2848c7'],
    }),
    '',
    { keys: 'open' },
  ),
  radius: field(
    Type.Integer({ minimum: 0, maximum: 24, description: 'Radius of corners on the pages, in pixels' }),
    8,
    { keys: 'open' },
  ),
  font: field(
    Type.Unsafe<Font>({
      ...({ type: 'string', enum: [...FONTS] } satisfies TSchema),
      description: 'Typeface of the pages',
    }),
    'geist',
    { keys: 'open' },
  ),
  links: field(
    Type.Array(Link, { maxItems: 6, description: 'Links at the foot of the pages: terms, privacy, help' }),
    [],
    { keys: 'closed' },
  ),
};

/** The look of the pages for end users. */
export type BrandingSettings = ValuesOf<typeof brandingFields>;
