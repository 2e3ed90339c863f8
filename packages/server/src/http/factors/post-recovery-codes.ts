import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { RecoveryCodesSchema } from './recovery-codes.ts';

export const postRecoveryCodes = signedInEndpoint({
  summary: 'Make new recovery codes; the earlier ones stop working',
  response: { 200: Type.Object({ recovery_codes: RecoveryCodesSchema }) },
  errors: ['EmailProofRequiredError', 'FactorNotFoundError'],
  restricted: true,
  async handle({ services, caller, client }) {
    return { recovery_codes: await services.factors.recoveryCodes.renew(caller, client) };
  },
});
