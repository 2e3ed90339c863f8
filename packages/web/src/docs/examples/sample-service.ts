import { createFactorsClient, type FactorsClient } from '@keyward/client/factors';

const TIME = '2026-01-31T12:00:00.000';

const ACCOUNT = {
  id: 42,
  uid: '5f0c2f4e-6f0b-4f43-9f0e-0d6a3c1f9b7e',
  name: 'Ada Lovelace',
  handle: 'ada',
  email: 'ada@example.org',
  email_verified: true,
  phone: null,
  avatar_url: null,
  role: 'user',
  status: 'active',
  external_id: null,
  metadata: {},
  app_metadata: {},
  created_at: TIME,
  updated_at: TIME,
};

const ORGANIZATIONS = [
  { id: 'org_1', slug: 'engines', name: 'Analytical Engines', permissions: ['invoices:write'] },
  { id: 'org_2', slug: 'society', name: 'Royal Society', permissions: [] },
].map((one) => ({
  ...one,
  logo_url: null,
  roles: ['member'],
  status: 'active',
  metadata: {},
  app_metadata: {},
  created_at: TIME,
}));

/** A client whose requests are answered here, with sample data: none leaves the page. */
export function sampleClient(name: string, signedIn: boolean): FactorsClient {
  let isIn = signedIn;
  let active: (typeof ORGANIZATIONS)[number] | null = ORGANIZATIONS[0] ?? null;

  function answer(path: string, sent: { organization?: string | null }): Response {
    if (path === '/auth/logout') {
      isIn = false;
      return Response.json({ success: true });
    }
    if (path === '/auth/token/organization')
      active = ORGANIZATIONS.find(({ id }) => id === sent.organization) ?? null;
    if (!isIn) return refusal(path === '/auth/me' ? 401 : 403);
    const session = { id: 1017, created_at: TIME, expires_at: '2099-01-01T00:00:00.000' };
    if (path === '/auth/me') return Response.json({ account: ACCOUNT, session, organization: active });
    if (path === '/auth/token/organization')
      return Response.json({ token_type: 'Cookie', expires_at: session.expires_at, account: ACCOUNT });
    if (path === '/auth/me/organizations')
      return Response.json({ organizations: ORGANIZATIONS, suggested: [], cursor: null });
    if (path.endsWith('invitations')) return Response.json({ invitations: [], cursor: null });
    return refusal(403);
  }

  const client = createFactorsClient({
    url: '',
    storage: 'cookies',
    storageKey: `keyward-example-${name}`,
    async fetch(input, init = {}) {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
      return answer(pathname, Object(body));
    },
  });
  // The real one leads to another site.
  client.providers.loginUrl = async () => {
    const { error } = await client.login({ identifier: '-', password: '-' });
    return error === null ? { data: location.href, error } : { data: null, error };
  };
  return client;
}

function refusal(status: number): Response {
  const message = 'This is an example: it signs nobody in.';
  const body = { success: false, error: 'LoginRefusedError', error_code: 'login_refused', message };
  return Response.json(body, { status });
}
