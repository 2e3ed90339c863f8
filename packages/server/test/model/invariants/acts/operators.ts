import { isProven } from '../entering.ts';
import type { Stage } from '../stage.ts';
import { kind } from '../step.ts';
import { end, hold, readerOf } from '../world.ts';
import { accountOf, WHOSE } from './superadmins.ts';

/** `keyward superadmin reset`: somebody who may run commands on the server vouches for the mailbox of an account. */
export const rescue = kind('rescue', { whose: WHOSE }, async (stage: Stage, { whose }) => {
  const account = accountOf(stage, whose);
  const [instance] = stage.instances;
  if (account === undefined || instance === undefined) return;
  const secret = stage.newSecret();
  const { id, email } = account;
  const isFirst = !isProven(stage, id);
  await instance.app.services.superadmins.reset(email, secret);
  stage.trace.push(`operator: superadmin reset ${email}`);
  stage.answers.push({ by: 'root', what: 'done', account: id, note: 'rescue' });
  const { world } = stage;
  world.heldBack.delete(id);
  const by = readerOf(whose);
  if (isFirst) {
    end(world, id, 'firstProof');
    world.proofs.set(id, { email, by, at: stage.now() });
  }
  end(world, id, 'rescue', { also: { kinds: ['password'], until: Infinity } });
  hold(world, by, id, stage.now(), { kind: 'password', secret, laundered: false });
});
