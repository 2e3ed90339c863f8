import type { CallError, OwnOrganization } from '@keyward/client';
import type { Failure } from '../account/card.tsx';
import type { OnLeave } from '../sign-in/provider-buttons.tsx';

export type Policy = OwnOrganization['policy'];

export interface RefusalProps {
  error: Extract<CallError, { kind: 'ConnectionRequiredError' | 'OrganizationPolicyError' }>;
  /** Of the organization that refuses. */
  policy: Policy;
  onLeave: OnLeave | undefined;
}

export function isRefusal(error: Failure): error is RefusalProps['error'] {
  return error.kind === 'ConnectionRequiredError' || error.kind === 'OrganizationPolicyError';
}
