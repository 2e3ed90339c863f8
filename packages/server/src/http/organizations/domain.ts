import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { recordOf } from '../../features/organizations/domain-proof.ts';
import { timestamp } from '../../lib/clock.ts';
import { DOMAIN_JOINING, DOMAIN_STATES, type OrganizationDomainRow } from '../../store/engine/schema.ts';
import { OrganizationParams } from './organization.ts';

/** Email domains of organizations, as the API shows them. */

export const DomainName = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 253,
  description: 'In Unicode or ASCII; answers have it in lower-case ASCII',
  examples: ['example.org'],
});

export const DomainParams = Type.Object({ ...OrganizationParams.properties, domain: DomainName });

export const Joining = Type.Unsafe<OrganizationDomainRow['joining']>({
  type: 'string',
  enum: [...DOMAIN_JOINING],
  description: 'Who may join by a proven email of the verified domain',
});

export const DomainSchema = Type.Object({
  domain: DomainName,
  status: Type.Unsafe<OrganizationDomainRow['status']>({
    type: 'string',
    enum: [...DOMAIN_STATES],
    description: '`lost`: it was verified, and DNS no longer has the record',
  }),
  joining: Joining,
  record: Type.Object(
    {
      type: Type.Unsafe<'TXT'>({ type: 'string', enum: ['TXT'] }),
      name: Type.String({ examples: ['_keyward.example.org'] }),
      value: Type.String({ examples: ['keyward-domain-verification=4Yb1Qm0cW2nS8tJx6Kd3Vg9Zr0Lk3vQ7'] }),
    },
    { description: 'What DNS must have' },
  ),
  created_at: Timestamp,
  verified_at: nullable(Type.String({ description: 'In the form of created_at', examples: [null] })),
  checked_at: nullable(
    Type.String({ description: 'Of the last check of DNS; null: never', examples: [null] }),
  ),
});

export function presentDomain(row: OrganizationDomainRow): Static<typeof DomainSchema> {
  const { domain, status, joining, created_at, verified_at, checked_at } = row;
  return {
    domain,
    status,
    joining,
    record: recordOf(row),
    created_at: timestamp(created_at),
    verified_at: verified_at === null ? null : timestamp(verified_at),
    checked_at: checked_at === null ? null : timestamp(checked_at),
  };
}
