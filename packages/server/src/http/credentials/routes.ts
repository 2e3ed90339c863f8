import type { Route } from '../wire/endpoint/route.ts';
import { ANONYMOUS, ONE_CODE, OWN, OWN_ROW, SIGN_IN } from '../wire/endpoint/limits.ts';
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
  { method: 'POST', path: '/login', access: 'public', act: SIGN_IN, guesses: ['password'], endpoint: login },
  {
    method: 'POST',
    path: '/login/password',
    access: 'public',
    act: SIGN_IN,
    guesses: ['password'],
    endpoint: loginPassword,
  },
  {
    method: 'POST',
    path: '/login/otp',
    access: 'public',
    act: ONE_CODE,
    guesses: ['mailedCode', 'password'],
    endpoint: loginOtp,
  },
  { method: 'POST', path: '/signup', access: 'public', act: ANONYMOUS, guesses: [], endpoint: signup },
  {
    method: 'POST',
    path: '/signup/password',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: signupPassword,
  },
  {
    method: 'POST',
    path: '/signup/otp',
    access: 'public',
    act: ANONYMOUS,
    guesses: ['mailedCode'],
    endpoint: signupOtp,
  },
  {
    method: 'POST',
    path: '/forgot/password',
    access: 'public',
    act: ONE_CODE,
    guesses: ['mailedCode'],
    endpoint: forgotPassword,
  },
  {
    method: 'POST',
    path: '/token/refresh',
    access: 'public',
    act: OWN_ROW,
    guesses: ['none'],
    endpoint: tokenRefresh,
  },
  {
    method: 'POST',
    path: '/token/exchange',
    access: 'public',
    act: { bound: 'each use spends a one-time code' },
    guesses: ['none'],
    endpoint: tokenExchange,
  },
  {
    method: 'POST',
    path: '/token/code',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'allowed',
    act: OWN,
    guesses: ['none'],
    endpoint: tokenCode,
  },
];
