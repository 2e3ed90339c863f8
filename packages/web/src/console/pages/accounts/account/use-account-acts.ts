import type { AdministeredAccount } from '@keyward/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Edit } from '../../../data/account-fields.ts';
import { accountQuery, type FullAccount } from '../../../data/accounts.ts';
import { enterPages } from '../../../../impersonation.ts';
import { boot } from '../../../lib/boot.ts';
import { ask, service } from '../../../service/service.ts';
import { useTexts } from '../../../texts/texts.ts';
import { notify } from '../../../ui/notices.tsx';

const IMPERSONATION_MINUTES = 15;

interface Listed {
  accounts: readonly AdministeredAccount[];
}

/** The actions of superadmins on an account. Each action reloads everything that shows the account. */
export function useAccountActs({ id, email, status }: FullAccount) {
  const { acts: t } = useTexts().account;
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all(
      ['accounts', 'sessions', 'codes', 'events'].map((part) =>
        client.invalidateQueries({ queryKey: [part] }),
      ),
    );
  };
  /** Acts, then reloads the state, even after a failure. */
  const acting = async <Data>(act: () => Promise<Data>): Promise<Data> => {
    try {
      return await act();
    } finally {
      void refresh();
    }
  };
  const update = (edit: Edit) =>
    acting(() => ask(service.admin.accounts.update({ account_id: id, ...edit })));

  /** Shows a change before it is made. */
  const showStatus = (shown: string) => {
    const change = <Account extends AdministeredAccount>(account: Account) =>
      account.id === id ? { ...account, status: shown } : account;
    client.setQueryData(accountQuery(id).queryKey, (before) => (before ? change(before) : before));
    client.setQueriesData<Listed>({ queryKey: ['accounts', 'list'] }, (before) =>
      before === undefined ? before : { ...before, accounts: before.accounts.map(change) },
    );
  };
  const changeStatus = useMutation({
    mutationFn: ({ to }: { from: string; to: string }) => update({ status: to }),
    onMutate: ({ to }) => showStatus(to),
    onError: (error, { from }) => {
      showStatus(from);
      notify(error.message);
    },
  });
  const setStatus = async (from: string, to: string, undoable: boolean) => {
    const changed = await changeStatus.mutateAsync({ from, to }).catch(() => null);
    if (changed === null) return;
    notify(
      to === 'active' ? t.activated(email) : t.suspended(email),
      undoable ? () => void setStatus(to, from, false) : undefined,
    );
  };

  return {
    update,
    setStatus: (to: string) => setStatus(status, to, true),
    endSessions: async () => {
      const { count } = await acting(() => ask(service.admin.accounts.endSessions({ id })));
      notify(t.sessionsEnded(count));
    },
    endSession: async (session: number) => {
      await acting(() => ask(service.admin.sessions.end({ id: session })));
      notify(t.sessionEnded);
    },
    removeLink: async (link: number) => {
      await acting(() => ask(service.admin.links.delete({ id: link })));
      notify(t.linkRemoved);
    },
    disconnect: async ({ client_id, name }: FullAccount['applications'][number]) => {
      await acting(() => ask(service.admin.accounts.disconnect({ id, client_id })));
      notify(t.disconnected(name));
    },
    resetFactors: async () => {
      await acting(() => ask(service.admin.factors.reset({ account_id: id })));
      notify(t.factorsReset);
    },
    /** Goes to the end-user pages, which return to the console. */
    impersonate: async (reason: string) => {
      const begun = await acting(() =>
        ask(service.admin.accounts.impersonate({ account_id: id, reason, minutes: IMPERSONATION_MINUTES })),
      );
      enterPages(begun);
      location.assign(`${boot.webPath}/account`);
    },
    unlock: async () => {
      await acting(() => ask(service.admin.locks.end({ account_id: id })));
      notify(t.unlocked);
    },
    remove: async () => {
      await ask(service.admin.accounts.delete({ account_id: id }));
      notify(t.deleted(email));
      // The open panel no longer requests a deleted account.
      await client.invalidateQueries({ queryKey: ['accounts', 'list'] });
    },
    send: async (purpose: 'reset' | 'login' | 'verify') => {
      const call = purpose === 'login' ? service.sendLink : service.sendOtp;
      await acting(() => ask(call({ purpose, email })));
      notify(t.sent[purpose](email));
    },
  };
}

export type AccountActs = ReturnType<typeof useAccountActs>;

/** For acts without a dialog: shows a failure at the lower edge of the page. */
export function telling(act: Promise<unknown>): void {
  act.catch((error: unknown) => notify(error instanceof Error ? error.message : String(error)));
}
