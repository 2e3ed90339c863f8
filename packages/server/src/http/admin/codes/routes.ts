import type { Route } from '../../wire/endpoint.ts';
import { cleanupCodes } from './cleanup-codes.ts';
import { clearCodes } from './clear-codes.ts';
import { deleteCode } from './delete-code.ts';
import { getCodes } from './get-codes.ts';

export const adminCodeRoutes: readonly Route[] = [
  { method: 'GET', path: '/otp', access: 'superadmin', endpoint: getCodes },
  { method: 'DELETE', path: '/otp', access: 'superadmin', endpoint: deleteCode },
  { method: 'DELETE', path: '/otp/cleanup', access: 'superadmin', endpoint: cleanupCodes },
  { method: 'DELETE', path: '/otp/clear', access: 'superadmin', endpoint: clearCodes },
];
