import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { loginPassword } from './login-password.ts';

export const login = publicEndpoint({
  ...loginPassword,
  summary: 'Sign in; unknown identifiers and wrong passwords get the same answer',
  errors: loginPassword.errors.filter((kind) => kind !== 'UserNotFoundError'),
  async handle(context) {
    try {
      return await loginPassword.handle(context);
    } catch (error) {
      const unknown = error instanceof KeywardError && error.kind === 'UserNotFoundError';
      throw unknown ? new KeywardError('InvalidCredentialsError', { cause: error }) : error;
    }
  },
});
