import type { Route } from '../../wire/endpoint/route.ts';
import { cleanupCodes } from './cleanup-codes.ts';
import { clearCodes } from './clear-codes.ts';
import { deleteCode } from './delete-code.ts';
import { getCodes } from './get-codes.ts';

export const adminCodeRoutes: readonly Route[] = [
  { method: 'GET', path: '/otp', access: 'superadmin', scope: 'codes:read', endpoint: getCodes },
  {
    method: 'DELETE',
    path: '/otp',
    access: 'superadmin',
    scope: 'codes:write',
    stepUp: 'never',
    endpoint: deleteCode,
  },
  {
    method: 'DELETE',
    path: '/otp/cleanup',
    access: 'superadmin',
    scope: 'codes:write',
    stepUp: 'never',
    endpoint: cleanupCodes,
  },
  // Closed to keys, because the codes of superadmins are included: a leaked key could lock superadmins out.
  {
    method: 'DELETE',
    path: '/otp/clear',
    access: 'superadmin',
    scope: null,
    stepUp: 'never',
    endpoint: clearCodes,
  },
];
