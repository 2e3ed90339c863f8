import { errorCode, KeywardError } from 'keyward';
import { getKeyward } from '../../lib/keyward.ts';

export async function GET(request: Request): Promise<Response> {
  try {
    const caller = await (await getKeyward()).authenticate(request);
    return new Response(`Hello ${caller?.account.name ?? 'stranger'}\n`);
  } catch (error) {
    if (!(error instanceof KeywardError)) throw error;
    const { kind, message, statusCode } = error;
    const body = { success: false, error: kind, error_code: errorCode(kind), message };
    return Response.json(body, { status: statusCode });
  }
}
