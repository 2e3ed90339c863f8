import type { Route } from '../wire/endpoint/endpoint.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { loginOtp } from './login-otp.ts';
import { loginPassword } from './login-password.ts';
import { signup } from './signup.ts';
import { signupOtp } from './signup-otp.ts';
import { signupPassword } from './signup-password.ts';
import { tokenCode } from './token-code.ts';
import { tokenExchange } from './token-exchange.ts';
import { tokenRefresh } from './token-refresh.ts';

export const credentialRoutes: readonly Route[] = [
  { method: 'POST', path: '/login', access: 'public', endpoint: login },
  { method: 'POST', path: '/login/password', access: 'public', endpoint: loginPassword },
  { method: 'POST', path: '/login/otp', access: 'public', endpoint: loginOtp },
  { method: 'POST', path: '/signup', access: 'public', endpoint: signup },
  { method: 'POST', path: '/signup/password', access: 'public', endpoint: signupPassword },
  { method: 'POST', path: '/signup/otp', access: 'public', endpoint: signupOtp },
  { method: 'POST', path: '/forgot/password', access: 'public', endpoint: forgotPassword },
  { method: 'POST', path: '/token/refresh', access: 'public', endpoint: tokenRefresh },
  { method: 'POST', path: '/token/exchange', access: 'public', endpoint: tokenExchange },
  { method: 'POST', path: '/token/code', access: 'bearer', stepUp: 'never', endpoint: tokenCode },
];
