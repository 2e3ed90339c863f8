import { errorCode, KeywardError } from 'keyward';
import { getKeyward } from '../../../lib/keyward.ts';

/** `keyward.api` checks no permissions, so the application does. */
async function asStaff(request: Request, act: () => Promise<unknown>): Promise<Response> {
  try {
    const caller = await (await getKeyward()).authenticate(request);
    if (caller === null || !['staff', 'superadmin'].includes(caller.account.role))
      return Response.json({ message: 'This is for staff.' }, { status: caller === null ? 401 : 403 });
    const answer = await act();
    return answer instanceof Response ? answer : Response.json(answer);
  } catch (error) {
    if (!(error instanceof KeywardError)) throw error;
    const { kind, message, statusCode } = error;
    const body = { success: false, error: kind, error_code: errorCode(kind), message };
    return Response.json(body, { status: statusCode });
  }
}

export async function GET(request: Request): Promise<Response> {
  const { api } = await getKeyward();
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return asStaff(request, () => api.accounts.list({ q, limit: 20 }));
}

/** Suspends the user with the id in the body. */
export async function POST(request: Request): Promise<Response> {
  const { api } = await getKeyward();
  return asStaff(request, async () => {
    const body: unknown = await request.json();
    const { id, role } = await api.accounts.query({ field: 'id', value: String(Object(body).id) });
    // Otherwise staff could lock out the superadmins.
    if (role !== 'user') return Response.json({ message: 'Staff suspend users only.' }, { status: 403 });
    return api.accounts.update({ account_id: id, status: 'suspended' });
  });
}
