import type { KeywardError } from '@keyward/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, mailboxOf } from '../../service/service.ts';

/** People wait for mails here, so the list is polled often. */
const EVERY_MS = 2_000;

export const ownMailbox = mailboxOf(null);
export type Mailbox = typeof ownMailbox;

const list = async (mailbox: Mailbox) => (await ask(mailbox.list())).mails;
export type MailSummary = Awaited<ReturnType<typeof list>>[number];

export interface Mails {
  list: readonly MailSummary[] | undefined;
  error: KeywardError | null;
  retry: () => void;
  clear: () => Promise<void>;
}

/** The caught mails, newest first, kept up to date. */
export function useMails(mailbox: Mailbox): Mails {
  const client = useQueryClient();
  const found = useQuery<readonly MailSummary[], KeywardError>({
    queryKey: ['mails'],
    queryFn: () => list(mailbox),
    refetchInterval: ({ state }) => (state.error === null ? EVERY_MS : false),
    retry: false,
    // The mailbox has its own key, so a refusal does not mean that the session has ended.
    meta: { ownAccess: true },
  });
  return {
    list: found.data,
    error: found.error,
    retry: () => void found.refetch(),
    async clear() {
      await ask(mailbox.clear());
      // A pending list would show deleted mails again.
      await client.cancelQueries({ queryKey: ['mails'] });
      client.setQueryData(['mails'], []);
      client.removeQueries({ queryKey: ['mails', 'one'], type: 'inactive' });
    },
  };
}
