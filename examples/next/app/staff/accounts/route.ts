import { errorCode, KeywardError } from 'keyward';
import { getKeyward } from '../../../lib/keyward.ts';

/** `keyward.api` asks nobody for permission, so the application does. */
async function asStaff(request: Request, act: () => Promise<unknown>): Promise<Response> {
  try {
    const caller = await (await getKeyward()).authenticate(request);
    if (caller === null || !['staff', 'superadmin'].includes(caller.account.role))
      return Response.json({ message: 'This is for staff.' }, { status: caller === null ? 401 : 403 });
    return Response.json(await act());
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

/** Suspends the account that the body names by its id. */
export async function POST(request: Request): Promise<Response> {
  const { api } = await getKeyward();
  return asStaff(request, async () => {
    const body: unknown = await request.json();
    return api.accounts.update({ account_id: Number(Object(body).id), status: 'suspended' });
  });
}
