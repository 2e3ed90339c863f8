import type { Route } from '../wire/endpoint/route.ts';
import { type Act, ANONYMOUS, ENDS, OWN, REGISTRATION, SECURING } from '../wire/endpoint/limits.ts';
import { getAuthorize, postAuthorize } from './authorize.ts';
import { deleteConnected, getConnected } from './connected.ts';
import { answerDevice, getDevice, postDevice } from './devices.ts';
import { getLogo } from './logo.ts';
import { getLogout, postLogout } from './logout.ts';
import { postPar } from './par.ts';
import { deleteRegister, getRegister, postRegister, putRegister } from './register.ts';
import { getRequest, postRequest } from './requests.ts';
import { postIntrospect, postRevoke } from './revoke.ts';
import { postToken } from './token.ts';
import { getUserinfo, postUserinfo } from './userinfo.ts';

const REQUESTS: Act = {
  bound:
    'requests that wait: the rows of an address; codes: the changes of an account, and 50 for an application',
};
const ONE_GRANT: Act = { bound: 'each use spends a code, a refresh token or a device' };
const ONE_DEVICE: Act = { bound: 'changes the row of a device' };
const ENDS_REGISTRATION: Act = { bound: 'deletes the row of the registration' };
const FETCHES: Act = { bound: '30 fetches an hour for an address, 120 from an origin; caches 4 MiB' };
const ONE_PROOF: Act = {
  bound: 'a row for each token or proof that counts once, until a minute after it has expired',
};

export const oauthRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/oauth/authorize',
    access: 'public',
    act: REQUESTS,
    guesses: [],
    endpoint: getAuthorize,
  },
  {
    method: 'POST',
    path: '/oauth/authorize',
    access: 'public',
    act: REQUESTS,
    guesses: [],
    endpoint: postAuthorize,
  },
  {
    method: 'POST',
    path: '/oauth/par',
    access: 'public',
    act: ANONYMOUS,
    guesses: ['none'],
    endpoint: postPar,
  },
  {
    method: 'POST',
    path: '/oauth/token',
    access: 'public',
    act: ONE_GRANT,
    guesses: ['none'],
    endpoint: postToken,
  },
  {
    method: 'GET',
    path: '/oauth/userinfo',
    access: 'public',
    act: ONE_PROOF,
    guesses: ['none'],
    endpoint: getUserinfo,
  },
  {
    method: 'POST',
    path: '/oauth/userinfo',
    access: 'public',
    act: ONE_PROOF,
    guesses: ['none'],
    endpoint: postUserinfo,
  },
  {
    method: 'POST',
    path: '/oauth/revoke',
    access: 'public',
    act: ONE_PROOF,
    guesses: ['none'],
    endpoint: postRevoke,
  },
  {
    method: 'POST',
    path: '/oauth/introspect',
    access: 'public',
    act: ONE_PROOF,
    guesses: ['none'],
    endpoint: postIntrospect,
  },
  {
    method: 'POST',
    path: '/oauth/device',
    access: 'public',
    act: ANONYMOUS,
    guesses: ['none'],
    endpoint: postDevice,
  },
  {
    method: 'GET',
    path: '/oauth/device/:user_code',
    access: 'bearer',
    impersonated: 'refused',
    act: ONE_DEVICE,
    guesses: ['userCode'],
    endpoint: getDevice,
  },
  {
    method: 'POST',
    path: '/oauth/device/:user_code',
    access: 'bearer',
    impersonated: 'refused',
    act: OWN,
    guesses: ['userCode'],
    stepUp: 'never',
    vouched: 'allowed',
    endpoint: answerDevice,
  },
  {
    method: 'POST',
    path: '/oauth/register',
    access: 'public',
    act: REGISTRATION,
    guesses: [],
    endpoint: postRegister,
  },
  { method: 'GET', path: '/oauth/register/:id', access: 'public', endpoint: getRegister },
  {
    method: 'PUT',
    path: '/oauth/register/:id',
    access: 'public',
    act: REGISTRATION,
    guesses: [],
    endpoint: putRegister,
  },
  {
    method: 'DELETE',
    path: '/oauth/register/:id',
    access: 'public',
    act: ENDS_REGISTRATION,
    guesses: [],
    endpoint: deleteRegister,
  },
  { method: 'GET', path: '/oauth/logout', access: 'public', act: ENDS, guesses: [], endpoint: getLogout },
  { method: 'POST', path: '/oauth/logout', access: 'public', act: ENDS, guesses: [], endpoint: postLogout },
  { method: 'GET', path: '/oauth/logo', access: 'public', act: FETCHES, guesses: [], endpoint: getLogo },
  {
    method: 'GET',
    path: '/oauth/request/:id',
    access: 'bearer',
    impersonated: 'refused',
    endpoint: getRequest,
  },
  {
    method: 'POST',
    path: '/oauth/request/:id',
    access: 'bearer',
    impersonated: 'refused',
    act: OWN,
    guesses: [],
    stepUp: 'never',
    // The access ends with the session, and no consent stays.
    vouched: 'allowed',
    endpoint: postRequest,
  },
  {
    method: 'GET',
    path: '/account/application',
    access: 'bearer',
    impersonated: 'allowed',
    endpoint: getConnected,
  },
  {
    method: 'DELETE',
    path: '/account/application/:client_id',
    access: 'bearer',
    impersonated: 'refused',
    act: SECURING,
    guesses: [],
    stepUp: 'never',
    vouched: 'refused',
    endpoint: deleteConnected,
  },
];
