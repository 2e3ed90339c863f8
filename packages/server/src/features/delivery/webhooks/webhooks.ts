import { randomBytes } from 'node:crypto';
import { invalidFields, KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Tables } from '../../../store/database.ts';
import type { WebhookChanges, WebhookRow } from '../../../store/engine/schema.ts';
import { acting, type Actor, factsOf } from '../../audit/actors/actor.ts';
import type { Events } from '../../audit/events/events.ts';
import type { EventNotifier } from '../../audit/log/event-notifier.ts';
import type { EventData } from '../../audit/events/event-types.ts';
import type { Attempt } from './attempts.ts';
import { isChanged, shownUrl, webhookEvent } from './changes.ts';
import { fanOut } from './fan-out.ts';
import { type AddressRule, namesForbidden } from './networks.ts';
import type { Secrets } from './secrets.ts';
import { assertTypes } from './types.ts';

/** The fields of a webhook that a superadmin chooses. */
export interface WebhookFields {
  /** http or https, without credentials. */
  url: string;
  /** Types and groups of types; null for all. */
  types: readonly string[] | null;
  /** The organization to whose events the webhook is limited, `org_…`; null: all events. */
  organization: string | null;
  description: string;
  enabled: boolean;
}

/**
 * Acts of superadmins on webhooks. Each stores an event.
 * @throws KeywardError `RoleMismatchError` from every method, for an actor who is no longer an active superadmin;
 * `WebhookNotFoundError` from every method that names a webhook
 */
export interface Webhooks {
  /** Begins with the next event. @throws KeywardError `ValidationError` */
  create(actor: Actor, fields: WebhookFields): Promise<{ webhook: WebhookRow; secret: string }>;
  /** A webhook that is enabled again begins with the next event. @throws KeywardError `ValidationError` */
  change(actor: Actor, uid: string, fields: Partial<WebhookFields>): Promise<WebhookRow>;
  /** Its deliveries are removed a little later. */
  delete(actor: Actor, uid: string): Promise<void>;
  /** Each replaced secret also signs for 24 hours. */
  newSecret(actor: Actor, uid: string): Promise<{ webhook: WebhookRow; secret: string }>;
  /** Sends a test event at once, even while the webhook is disabled. */
  test(actor: Actor, uid: string): Promise<Attempt>;
  /** Attempts a delivery again now, whatever its outcome was. @throws KeywardError `DeliveryNotFoundError` */
  retry(actor: Actor, uid: string, delivery: string): Promise<void>;
  /** Delivers all stored events since `since` (milliseconds since the epoch) again. */
  replay(actor: Actor, uid: string, since: number): Promise<void>;
}

/** Every instance reads all webhooks several times a second. */
const MOST = 100;
const ID_BYTES = 16;
/** Events of different instances are in the order of commit, which may differ from the order of their clocks. */
const CLOCK_SLACK_MS = 600_000;

export function createWebhooks(deps: {
  store: Store;
  clock: Clock;
  news: EventNotifier;
  events: Events;
  secrets: Secrets;
  rule: AddressRule;
  sendTest: (webhook: WebhookRow, actor: Actor) => Promise<Attempt>;
  /** Makes the dispatcher look for work. */
  wake: () => void;
}): Webhooks {
  const { store, clock, news, events, secrets, rule, sendTest, wake } = deps;

  type Action = EventData<'webhook.changed'>['action'];

  const attribution = ({ by }: Actor) => ({ by, at: clock.now() });

  function announce(actor: Actor, action: Action, { uid, url }: WebhookRow): void {
    wake();
    events.emit('admin.webhook_changed', {
      ...factsOf(actor),
      metadata: { webhook_id: uid, action, url: shownUrl(url) },
    });
  }

  function assertFields({ url, types }: Partial<WebhookFields>): void {
    if (types !== undefined && types !== null) assertTypes(types);
    if (url !== undefined && namesForbidden(new URL(url), rule))
      throw invalidFields({
        path: 'url',
        message:
          'must be at a public address; to allow a private network, name it in KEYWARD_WEBHOOK_NETWORKS',
      });
  }

  /** Changes a locked webhook, with an event. An update that changes nothing writes no event. */
  async function changeLocked(
    actor: Actor,
    uid: string,
    action: Action,
    change: (tables: Tables, before: WebhookRow) => Promise<WebhookChanges>,
  ): Promise<WebhookRow> {
    const changed = await acting(store, actor, async (tables) => {
      const before = await locked(tables, uid);
      const after = await tables.webhooks.update(before.id, await change(tables, before));
      const isSubscribed = action !== 'updated' || isChanged(before, after);
      if (isSubscribed)
        await tables.events.add([webhookEvent(action, { before, after }, attribution(actor))]);
      return { after, isSubscribed };
    });
    if (changed.isSubscribed) announce(actor, action, changed.after);
    return changed.after;
  }

  return {
    async create(actor, { url, types, organization, description, enabled }) {
      assertFields({ url, types });
      const uid = `whk_${randomBytes(ID_BYTES).toString('base64url')}`;
      const { secret, columns } = secrets.first(uid);
      await news.look();
      const created = await acting(store, actor, async (tables) => {
        if ((await tables.webhooks.count()) >= MOST)
          throw invalidFields({
            path: 'url',
            message: `cannot be added: there are ${MOST} webhooks already; delete one first`,
          });
        await assertOrganization(tables, organization);
        const webhook = await tables.webhooks.insert({
          uid,
          organization,
          url,
          types: types === null ? null : JSON.stringify(types),
          description,
          enabled: enabled ? 1 : 0,
          created_at: clock.now(),
          languages: actor.client.languages,
          cursor: await tables.events.head(),
          ...columns,
        });
        await tables.events.add([
          webhookEvent('created', { before: null, after: webhook }, attribution(actor)),
        ]);
        return webhook;
      });
      announce(actor, 'created', created);
      return { webhook: created, secret };
    },

    async change(actor, uid, fields) {
      assertFields(fields);
      const { types, enabled, ...others } = fields;
      // Events that were committed earlier have a position now.
      await news.look();
      return changeLocked(actor, uid, 'updated', async (tables, before) => {
        await assertOrganization(tables, others.organization);
        // Earlier events are delivered with the old fields.
        if (before.enabled === 1) await catchUp(tables, before);
        const begins = enabled === true && before.enabled === 0;
        return {
          ...others,
          ...(types !== undefined && { types: types === null ? null : JSON.stringify(types) }),
          ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
          // A new receiver starts without failures.
          ...(others.url !== undefined && others.url !== before.url && { failing_since: null }),
          ...(begins && {
            disabled_reason: null,
            failing_since: null,
            cursor: await tables.events.head(),
          }),
          languages: actor.client.languages,
        };
      });
    },

    async delete(actor, uid) {
      await changeLocked(actor, uid, 'deleted', async () => ({ deleted_at: clock.now() }));
    },

    async newSecret(actor, uid) {
      let secret = '';
      const webhook = await changeLocked(actor, uid, 'secret', async (_tables, before) => {
        const next = secrets.next(before, clock.now());
        ({ secret } = next);
        return next.columns;
      });
      return { webhook, secret };
    },

    async test(actor, uid) {
      const webhook = await acting(store, actor, (tables) => existing(tables, uid));
      return sendTest(webhook, actor);
    },

    async retry(actor, uid, delivery) {
      await acting(store, actor, async (tables) => {
        const { id } = await existing(tables, uid);
        if (!(await tables.deliveries.retry(id, delivery, clock.now())))
          throw new KeywardError('DeliveryNotFoundError');
      });
      wake();
    },

    async replay(actor, uid, since) {
      await news.look();
      await changeLocked(actor, uid, 'replayed', async (tables, webhook) => {
        // Later events have not been delivered yet.
        const until = webhook.enabled === 1 ? webhook.cursor : await tables.events.head();
        // A replay in progress is merged into this one.
        const earliest = Math.min(since, webhook.replay_since ?? since);
        const first = await tables.events.firstSince(earliest - CLOCK_SLACK_MS);
        // Rewrites a column with its value, because an update needs one.
        if (first === null || first > until) return { languages: webhook.languages };
        return { replay_cursor: first - 1, replay_until: until, replay_since: earliest };
      });
    },
  };

  async function catchUp(tables: Tables, webhook: WebhookRow): Promise<void> {
    let behind = webhook;
    while ((await fanOut(tables, [behind], clock.now())).more) behind = await locked(tables, webhook.uid);
  }
}

/** @throws KeywardError `ValidationError` for an id that no organization has */
async function assertOrganization(
  { organizations }: Pick<Tables, 'organizations'>,
  uid: string | null | undefined,
): Promise<void> {
  if (typeof uid !== 'string' || (await organizations.findBy('uid', uid)) !== null) return;
  throw invalidFields({ path: 'organization', message: 'must be the id of an organization' });
}

async function existing({ webhooks }: Pick<Tables, 'webhooks'>, uid: string): Promise<WebhookRow> {
  const webhook = await webhooks.find(uid);
  if (webhook === null) throw new KeywardError('WebhookNotFoundError');
  return webhook;
}

async function locked({ webhooks }: Pick<Tables, 'webhooks'>, uid: string): Promise<WebhookRow> {
  const webhook = await webhooks.lock('uid', uid);
  if (webhook === null) throw new KeywardError('WebhookNotFoundError');
  return webhook;
}
