import { Type } from 'typebox';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import { SLUG_PATTERN } from '../../../features/organizations/slugs.ts';

const NAME = {
  maxLength: 64,
  pattern: `^org_[A-Za-z0-9_-]{22}$|${SLUG_PATTERN}`,
  description: 'Its id, its slug, or a slug that it had in the last 90 days',
  examples: ['org_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
};

/** Identifies an organization in a path. */
export const OrganizationName = Type.String(NAME);

/** Identifies the organization to make active. */
export const ActiveName = nullable(
  Type.String({ ...NAME, description: `${NAME.description}; null makes none active` }),
);
