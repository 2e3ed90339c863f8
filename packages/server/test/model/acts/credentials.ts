import * as fc from 'fast-check';
import { act, pickToken, token as whichToken, who } from '../act.ts';
import { befall } from '../lifecycle.ts';
import { accountShown, assertRefused, type Stage } from '../stage.ts';
import {
  type Account,
  accountWith,
  addAccount,
  beginSession,
  mayGuess,
  presentAccess,
  type Proof,
  reauthenticate,
  type Refusal,
  refuse,
  type Token,
  type World,
} from '../world.ts';
import assert from 'node:assert/strict';
import { assertAccount, assertAnswer } from '../../http/expectations.ts';

export const proof = fc.constantFrom<Proof>('none', 'none', 'right', 'wrong');

/** The field with the proof; counts a wrong proof, and omits it if that would reach a limit. */
export function proofOf({ world }: Stage, { password }: Account, wanted: Proof): [Proof, object] {
  if (wanted === 'right' && password !== null) return ['right', { current_password: password }];
  if (wanted === 'none' || !mayGuess(world, 'password')) return ['none', {}];
  return ['wrong', { current_password: `Wrong-${world.wrongGuesses.password.length}` }];
}

/** The refusal of a token and its proof; a wrong proof counts as a guess. */
export function presentWithProof(world: World, token: Token, given: Proof): Refusal | null {
  const refused = presentAccess(world, token) ?? reauthenticate(world, token.session, given);
  if (refused?.refused === 'InvalidCredentialsError') world.wrongGuesses.password.push(world.now());
  return refused;
}

export const signUp = act('signUp', { who, plain: fc.boolean() }, async (stage, { who: index, plain }) => {
  const { world } = stage;
  const email = stage.email(index);
  const password = stage.newPassword();
  const taken = accountWith(world, email) !== null;
  const fields = { name: 'Somebody', email, password };
  const answer = plain
    ? await stage.call('POST', '/signup', {
        body: { ...fields, handle: `h${email.split('@')[0]}.${world.accounts.length}` },
      })
    : await stage.call('POST', '/signup/password', { body: fields });
  if (taken) {
    assert.deepEqual(
      [answer.status, answer.body['error']],
      [plain ? 400 : 409, 'EmailAlreadyExistsError'],
      answer.text,
    );
    return;
  }
  const account = addAccount(world, { email, password, proven: false });
  stage.takeSignIn(beginSession(world, account, 'pwd'), answer, plain ? 201 : 200);
});

export const logIn = act(
  'logIn',
  { who, password: fc.constantFrom('right', 'right', 'former', 'wrong') },
  async (stage, { who: index, password: wanted }) => {
    const { world } = stage;
    const email = stage.email(index);
    const account = accountWith(world, email);
    const known =
      wanted === 'right' ? account?.password : wanted === 'former' ? account?.formerPassword : null;
    const password = known ?? `Wrong-${world.wrongGuesses.password.length}`;
    const isRight = account !== null && password === account.password;
    if (!isRight && !mayGuess(world, 'password')) return;
    const answer = await stage.call('POST', '/login/password', { body: { identifier: email, password } });
    if (isRight && account.status === 'active')
      return stage.takeSignIn(beginSession(world, account, 'pwd'), answer);
    if (isRight) return assertRefused(answer, refuse('AccountInactiveError'));
    world.wrongGuesses.password.push(world.now());
    const unknown = account === null && world.profile === 'documented';
    assertRefused(answer, refuse(unknown ? 'UserNotFoundError' : 'InvalidCredentialsError'));
  },
);

export const changePassword = act('changePassword', { token: whichToken, proof }, async (stage, params) => {
  const { world } = stage;
  const token = pickToken(stage, 'access', params.token);
  if (token === undefined) return;
  const { account } = token.session;
  const [given, field] = proofOf(stage, account, params.proof);
  const password = stage.newPassword();
  const refused = presentWithProof(world, token, given);
  const answer = await stage.callWith(token, 'PUT', '/update/password', { password, ...field });
  if (refused !== null) return assertRefused(answer, refused);
  assertAnswer(answer, 200, { success: true, message: 'Password updated successfully' });
  account.formerPassword = account.password;
  account.password = password;
  befall(world, account, 'password changed', token.session);
  account.addressKnownAt = world.now();
});

export const changeEmail = act('changeEmail', { token: whichToken, who, proof }, async (stage, params) => {
  const { world } = stage;
  const token = pickToken(stage, 'access', params.token);
  if (token === undefined) return;
  const { account } = token.session;
  const email = stage.email(params.who);
  const isNew = email !== account.email;
  // Only a new email requires and checks a proof.
  const [given, field] = isNew ? proofOf(stage, account, params.proof) : (['none', {}] as const);
  const refused = isNew ? presentWithProof(world, token, given) : presentAccess(world, token);
  const answer = await stage.callWith(token, 'PATCH', '/me', { email, ...field });
  if (refused !== null) return assertRefused(answer, refused);
  if (isNew && accountWith(world, email) !== null)
    return assertRefused(answer, refuse('EmailAlreadyExistsError'));
  if (isNew) {
    befall(world, account, 'email changed');
    account.email = email;
    account.proven = false;
  }
  assert.equal(answer.status, 200, answer.text);
  assertAccount(answer.body, accountShown(account));
});
