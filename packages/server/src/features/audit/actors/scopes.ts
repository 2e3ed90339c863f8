/** What an API key may do. No scope implies another. */
export const SCOPES = [
  'accounts:read',
  'accounts:write',
  'sessions:read',
  'sessions:write',
  'codes:read',
  'codes:write',
  'invitations:read',
  'invitations:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'applications:read',
  'applications:write',
  'organizations:read',
  'organizations:write',
  'settings:read',
  'settings:write',
  'logs:read',
  'logs:write',
] as const;

export type Scope = (typeof SCOPES)[number];
