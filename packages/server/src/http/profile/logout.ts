import { clearTokenCookies } from '../cookies/token-cookies.ts';
import { signedInEndpoint } from '../endpoint.ts';
import { ActionSchema } from '../schemas.ts';

export const logout = signedInEndpoint({
  summary: 'End this session',
  response: { 200: ActionSchema },
  errors: [],
  signsOut: true,
  async handle(context) {
    const { services, caller } = context;
    await services.sessions.end(caller.row.id);
    clearTokenCookies(context);
    return { success: true, message: 'Session destroyed successfully' };
  },
});
