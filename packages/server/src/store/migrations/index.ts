import type { Migration } from './migration.ts';
import { initial } from './0001-initial.ts';
import { outbox } from './0002-outbox.ts';
import { providerFlows } from './0003-provider-flows.ts';
import { leftEvents } from './0004-left-events.ts';
import { listIndexes } from './0005-list-indexes.ts';
import { codeAskers } from './0006-code-askers.ts';
import { setUpTokens } from './0007-set-up-tokens.ts';
import { codeChallenges } from './0008-code-challenges.ts';
import { events } from './0010-events.ts';
import { webhooks } from './0011-webhooks.ts';
import { factors } from './0012-factors.ts';
import { unplacedEvents } from './0013-unplaced-events.ts';
import { applications } from './0014-applications.ts';
import { activity } from './0015-activity.ts';
import { signInVia } from './0016-sign-in-via.ts';
import { unfinished } from './0017-unfinished-proofs.ts';
import { unproven } from './0018-unproven.ts';
import { guesses } from './0019-guesses.ts';
import { mailQueue } from './0020-mail-queue.ts';
import { invitationData } from './0021-invitation-data.ts';
import { providerLinkList } from './0009-provider-link-list.ts';

/** In order. A released migration is never edited: add another. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  outbox,
  providerFlows,
  leftEvents,
  listIndexes,
  codeAskers,
  setUpTokens,
  codeChallenges,
  providerLinkList,
  events,
  webhooks,
  factors,
  unplacedEvents,
  applications,
  activity,
  signInVia,
  unfinished,
  unproven,
  guesses,
  mailQueue,
  invitationData,
];
