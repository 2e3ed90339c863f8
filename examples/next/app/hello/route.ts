import { KeywardError } from 'keyward';
import { getKeyward } from '../../lib/keyward.ts';

export async function GET(request: Request): Promise<Response> {
  try {
    const caller = await (await getKeyward()).authenticate(request);
    return new Response(`Hello ${caller?.account.name ?? 'stranger'}\n`);
  } catch (error) {
    return new Response(null, { status: error instanceof KeywardError ? error.statusCode : 500 });
  }
}
