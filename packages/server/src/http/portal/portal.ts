import { Type } from 'typebox';
import { PORTAL_SECTIONS, type PortalSection } from '../../features/organizations/portals.ts';

/** The sections that a link opens, in the form of the API. */
export const Sections = Type.Array(
  Type.Unsafe<PortalSection>({ type: 'string', enum: [...PORTAL_SECTIONS], examples: ['connections'] }),
  {
    minItems: 1,
    maxItems: PORTAL_SECTIONS.length,
    uniqueItems: true,
    description: 'What it opens: the domains, the connections and their tests, the tokens for provisioning',
  },
);

export const PortalId = Type.String({
  pattern: '^por_[A-Za-z0-9_-]{22}$',
  examples: ['por_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
});
