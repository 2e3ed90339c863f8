import type { AdministeredAccount } from '@keyward/client';
import { Button, Progress, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useMe } from '../../session/me.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog, DialogActs } from '../../ui/dialog.tsx';

export type BulkAct = 'suspend' | 'sessions';

type Outcome = { done: string } | { problem: string };

export interface BulkDialogProps {
  act: BulkAct;
  accounts: readonly AdministeredAccount[];
  onClose: () => void;
}

/**
 * Asks, acts on one account after the other, and shows the result of each. If the person closes the dialog, it stops
 * before the next account.
 */
export function BulkDialog({ act, accounts: given, onClose }: BulkDialogProps) {
  const t = useTexts().accounts.bulk;
  const me = useMe();
  const client = useQueryClient();
  // The accounts that were selected when it opened, because the list behind it may change.
  const [accounts] = useState(given);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [state, setState] = useState<'asking' | 'running' | 'done'>('asking');
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => void (stopped.current = true);
  }, []);

  async function actOn({ id, status }: AdministeredAccount): Promise<string> {
    if (act === 'sessions') {
      const { count } = await ask(service.admin.accounts.endSessions({ id }));
      return t.sessionsEnded(count);
    }
    if (status === 'suspended') return t.suspendedBefore;
    await ask(service.admin.accounts.update({ account_id: id, status: 'suspended' }));
    return t.suspended;
  }

  async function run() {
    setState('running');
    for (const account of accounts) {
      if (stopped.current) break;
      const outcome: Outcome =
        account.id === me.id
          ? { problem: t.you }
          : await actOn(account).then(
              (done) => ({ done }),
              (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
            );
      setOutcomes((before) => new Map(before).set(account.id, outcome));
    }
    setState('done');
    for (const part of ['accounts', 'sessions', 'events'])
      void client.invalidateQueries({ queryKey: [part] });
  }

  const failed = [...outcomes.values()].filter((outcome) => 'problem' in outcome).length;
  return (
    <Dialog title={t.titles[act](accounts.length)} onClose={onClose}>
      <Stack gap="md">
        {state === 'asking' ? (
          <div>{t.text[act]}</div>
        ) : (
          <div role="status">
            {t.progress(outcomes.size, accounts.length)}
            {failed > 0 && <> · {t.failed(failed)}</>}
            <Progress
              value={(100 * outcomes.size) / accounts.length}
              color={failed > 0 ? 'var(--kw-bad)' : 'var(--kw-good)'}
              aria-hidden
              mt={8}
            />
          </div>
        )}
        {/* A long list scrolls, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className="kc-things kc-bulk-list" tabIndex={0} aria-label={t.results}>
          {accounts.map(({ id, email }) => {
            const outcome = outcomes.get(id);
            return (
              <li key={id}>
                <div>
                  <b>{email}</b>
                  {outcome !== undefined && 'problem' in outcome && <small>{outcome.problem}</small>}
                </div>
                {outcome !== undefined && (
                  <Badge tone={'done' in outcome ? 'good' : 'bad'}>
                    {'done' in outcome ? outcome.done : t.refused}
                  </Badge>
                )}
              </li>
            );
          })}
        </ul>
        <DialogActs>
          {state !== 'done' && (
            <Button variant="default" onClick={onClose}>
              {state === 'running' ? t.stop : t.cancel}
            </Button>
          )}
          {state === 'done' ? (
            <Button onClick={onClose}>{t.close}</Button>
          ) : (
            <Button color="red" loading={state === 'running'} onClick={() => void run()}>
              {t[act]}
            </Button>
          )}
        </DialogActs>
      </Stack>
    </Dialog>
  );
}
