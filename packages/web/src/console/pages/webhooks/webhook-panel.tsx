import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { notify } from '../../ui/notices.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { Deliveries } from './deliveries.tsx';
import { LastAnswer } from './last-answer.tsx';
import { maskedAddress } from './masked-address.ts';
import { Replay } from './replay.tsx';
import { TestAnswer } from './test-answer.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

const WIDTH = 700;

type Dialog = 'edit' | 'rotate' | 'replay' | 'delete';

export interface WebhookPanelProps {
  id: string;
  onClose: () => void;
  /** Receives the new secret after a rotation. */
  onSecret: (secret: string) => void;
}

/** One webhook: its state, its actions, and its current deliveries. */
export function WebhookPanel({ id, onClose, onSecret }: WebhookPanelProps) {
  const t = useTexts().webhooks;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const found = useQuery({
    queryKey: ['webhooks', 'one', id],
    queryFn: () => ask(service.admin.webhooks.get({ id })),
  });
  const test = useAct({ run: () => ask(service.admin.webhooks.test({ id })), changes: ['webhooks'] });
  const pause = useAct({
    run: (enabled: boolean) => ask(service.admin.webhooks.update({ id, enabled })),
    changes: ['webhooks'],
    done: (_, enabled) => (enabled ? t.resumed : t.pausedNow),
  });
  const client = useQueryClient();
  const remove = async () => {
    await ask(service.admin.webhooks.delete({ id }));
    notify(t.deleted);
    onClose();
    // A deleted webhook is not requested again.
    await client.cancelQueries({ queryKey: ['webhooks'] });
    client.removeQueries({ queryKey: ['webhooks'], type: 'inactive' });
    await client.invalidateQueries({ queryKey: ['webhooks', 'list'] });
  };
  const rotate = useAct({
    run: () => ask(service.admin.webhooks.rotateSecret({ id })),
    changes: ['webhooks'],
  });
  const webhook = found.data;
  if (webhook === undefined)
    return (
      <SidePanel title={t.one} onClose={onClose} size={WIDTH}>
        {found.error === null ? (
          <Loading />
        ) : (
          <Failure error={found.error} retry={() => void found.refetch()} />
        )}
      </SidePanel>
    );
  const close = () => setDialog(null);
  const address = maskedAddress(webhook.url);
  const ended = webhook.disabled_reason !== null;
  return (
    <SidePanel title={address} onClose={onClose} size={WIDTH}>
      <Stack gap="lg">
        <Facts
          entries={[
            [t.columns.state, <WebhookState key="state" webhook={webhook} />],
            [
              t.failingSince,
              webhook.failing_since === null ? undefined : <When key="since" at={webhook.failing_since} />,
            ],
            [
              t.lastAnswer,
              webhook.failing_since === null && !ended ? undefined : <LastAnswer key="answer" id={id} />,
            ],
            [t.columns.types, webhook.types === null ? t.allTypes : webhook.types.join(', ')],
            [t.fields.description, webhook.description || undefined],
            [t.columns.created, <When key="created" at={webhook.created_at} />],
            ['ID', <Copyable key="id" value={webhook.id} />],
          ]}
        />
        <Group gap="xs">
          {!webhook.enabled && <Button onClick={() => pause.mutate(true)}>{t.resume}</Button>}
          <Button
            variant={webhook.enabled ? 'filled' : 'default'}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {t.test}
          </Button>
          {webhook.enabled && (
            <Button variant="default" onClick={() => pause.mutate(false)}>
              {t.pause}
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog('edit')}>
            {t.edit}
          </Button>
          <Button variant="default" onClick={() => setDialog('rotate')}>
            {t.rotate}
          </Button>
          <Button variant="default" onClick={() => setDialog('replay')}>
            {t.replay}
          </Button>
          <Button variant="default" c="var(--kw-bad)" onClick={() => setDialog('delete')}>
            {t.delete}
          </Button>
        </Group>
        {test.data !== undefined && <TestAnswer answer={test.data} />}
        {/* Those of a receiver that answered 410 wait. A resumed webhook begins with all. */}
        <Deliveries
          key={webhook.disabled_reason}
          id={id}
          ended={ended}
          first={webhook.disabled_reason === 'failing' ? 'failed' : ''}
        />
      </Stack>
      {dialog === 'edit' && <WebhookForm webhook={webhook} onClose={close} />}
      {dialog === 'replay' && <Replay id={id} onClose={close} />}
      {dialog === 'rotate' && (
        <Confirm
          title={t.rotateTitle}
          button={t.rotate}
          danger={false}
          onConfirm={async () => onSecret((await rotate.mutateAsync(undefined)).secret)}
          onClose={close}
        >
          {t.rotateText}
        </Confirm>
      )}
      {dialog === 'delete' && (
        <Confirm
          title={t.deleteTitle(address)}
          button={t.delete}
          phrase="DELETE"
          onConfirm={remove}
          onClose={close}
        >
          {t.deleteText}
        </Confirm>
      )}
    </SidePanel>
  );
}
