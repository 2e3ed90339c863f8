import type { Client } from '../../../lib/client.ts';

export type Level = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';

/**
 * All events that the service logs: the closed list of event names, each with its level and the sentence that people
 * read. An event never carries a password, a code, a token or a key.
 */
export const EVENTS = {
  'service.started': { level: 'INFO', message: 'The service is ready' },
  'service.stopping': { level: 'INFO', message: 'The service is stopping' },
  'login.succeeded': { level: 'INFO', message: 'A sign-in succeeded' },
  'login.failed': { level: 'WARNING', message: 'A sign-in was refused' },
  'login.locked_out': { level: 'WARNING', message: 'Too many failed attempts' },
  'account.signed_up': { level: 'INFO', message: 'An account was created by its owner' },
  'account.profile_changed': { level: 'INFO', message: 'The owner changed the profile' },
  'account.password_changed': { level: 'INFO', message: 'The owner changed the password' },
  'account.password_reset': { level: 'WARNING', message: 'The password was reset by an emailed code' },
  'account.email_change_asked': {
    level: 'INFO',
    message: 'Another email was requested, which must be confirmed',
  },
  'account.email_change_undone': { level: 'WARNING', message: 'A change of email was undone or cancelled' },
  'account.email_verified': { level: 'INFO', message: 'The email was verified' },
  'account.deletion_requested': { level: 'WARNING', message: 'The owner asked to delete the account' },
  'account.deletion_cancelled': {
    level: 'INFO',
    message: 'An account that waited for its deletion stays',
  },
  'account.deleted': { level: 'WARNING', message: 'An account was deleted at the request of its owner' },
  'account.impersonated': { level: 'WARNING', message: 'A superadmin acts for the owner of an account' },
  'account.exported': { level: 'INFO', message: 'The owner exported all data about the account' },
  'code.requested': { level: 'INFO', message: 'A code was requested' },
  'code.restricted': {
    level: 'ERROR',
    message: 'Too many wrong codes: for now, only the browser that asked for a code may try it',
  },
  'code.failed': { level: 'WARNING', message: 'A code was refused' },
  'session.refreshed': { level: 'INFO', message: 'Tokens were refreshed' },
  'session.refresh_reused': {
    level: 'WARNING',
    message: 'A replaced refresh token was used again; the session was ended',
  },
  'token.claims_left_out': {
    level: 'WARNING',
    message: 'Custom claims were left out of a token, because they are too large',
  },
  'token.organization_left_out': {
    level: 'WARNING',
    message: 'A token names only the id of the active organization, because the rest is too large',
  },
  'session.ended': { level: 'INFO', message: 'Signed out' },
  'session.all_ended': { level: 'INFO', message: 'Signed out everywhere' },
  'session.others_ended': { level: 'INFO', message: 'Signed out on other devices' },
  'provider.signed_in': { level: 'INFO', message: 'Signed in with a provider' },
  'provider.failed': { level: 'WARNING', message: 'A sign-in with a provider failed' },
  'provider.linked': { level: 'INFO', message: 'A provider was linked' },
  'provider.unlinked': { level: 'INFO', message: 'A provider was unlinked' },
  'captcha.failed': { level: 'WARNING', message: 'The answer of a captcha could not be checked' },
  'mail.sent': { level: 'INFO', message: 'A mail was sent, or caught in development' },
  'mail.failed': { level: 'ERROR', message: 'A mail could not be delivered' },
  'webhook.disabled': {
    level: 'ERROR',
    message: 'A webhook was disabled, because its receiver is gone or fails',
  },
  'settings.changed': { level: 'WARNING', message: 'Settings were changed' },
  'settings.refused': { level: 'WARNING', message: 'A change of settings was refused' },
  'admin.account_created': { level: 'WARNING', message: 'A superadmin created an account' },
  'admin.account_changed': { level: 'WARNING', message: 'A superadmin changed an account' },
  'admin.account_deleted': { level: 'WARNING', message: 'A superadmin deleted an account' },
  'admin.invitation_changed': {
    level: 'WARNING',
    message: 'An invitation was sent, sent again or revoked',
  },
  'admin.account_unlocked': {
    level: 'WARNING',
    message: 'A superadmin unlocked an account',
  },
  'admin.factors_reset': {
    level: 'WARNING',
    message: 'A superadmin removed the second factors of an account',
  },
  'admin.sessions_ended': { level: 'WARNING', message: 'A superadmin ended sessions' },
  'admin.codes_removed': { level: 'WARNING', message: 'A superadmin removed codes' },
  'admin.link_removed': { level: 'WARNING', message: 'A superadmin removed a provider link' },
  'admin.webhook_changed': { level: 'WARNING', message: 'A superadmin changed a webhook' },
  'admin.key_created': { level: 'WARNING', message: 'A superadmin made an API key' },
  'admin.key_revoked': { level: 'WARNING', message: 'A superadmin revoked an API key' },
  'admin.application_changed': { level: 'WARNING', message: 'A superadmin changed an application' },
  'log.lines_lost': { level: 'ERROR', message: 'Log lines were lost because they could not be written' },
  'admin.log_changed': { level: 'WARNING', message: 'A superadmin reset, copied or deleted a log' },
} as const satisfies Record<string, { level: Level; message: string }>;

export type EventName = keyof typeof EVENTS;

/** The facts of an event in addition to its name. */
export interface EventFacts {
  /** The time of the event, in milliseconds since the epoch; default: now. */
  at?: number | undefined;
  /** The sender of the request; absent if the service acted on its own. */
  client?: Client | undefined;
  /** The account and the session that the event is about. For an administrative act, those of the superadmin. */
  accountId?: number | undefined;
  sessionId?: number | undefined;
  /** The API key that acted. */
  apiKey?: { id: number; name: string } | undefined;
  /** Further facts in plain JSON: the error code of a failure, or `before` and `after` of an administrative act. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface ServiceEvent extends EventFacts {
  name: EventName;
  level: Level;
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export type EventListener = (event: ServiceEvent) => void;

/** Features emit events here, and listeners keep or forward them. Emitting never fails and never waits. */
export interface Events {
  emit(name: EventName, facts?: EventFacts): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: EventListener): () => void;
}

/** @param report receives a listener's errors, which must not fail the act that the event is about */
export function createEvents(now: () => number, report: (error: unknown) => void): Events {
  const listeners = new Set<EventListener>();
  return {
    emit(name, facts = {}) {
      if (listeners.size === 0) return;
      const event: ServiceEvent = { ...facts, name, ...EVENTS[name], at: facts.at ?? now() };
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          report(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
