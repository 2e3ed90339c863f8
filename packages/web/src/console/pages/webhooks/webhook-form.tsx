import type { Webhook } from '@keyward/client';
import { TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { EVENT_PATTERNS } from '../../data/event-types.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';

export interface WebhookFormProps {
  /** The webhook to change; undefined for a new one. */
  webhook?: Webhook;
  /** Receives the secret of a new webhook. */
  onSecret?: (secret: string) => void;
  onClose: () => void;
}

export function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const t = useTexts().webhooks;
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [types, setTypes] = useState(webhook?.types ?? []);
  const [description, setDescription] = useState(webhook?.description ?? '');
  const save = useAct({
    run: async () => {
      const input = { url: url.trim(), types: types.length === 0 ? null : types, description };
      if (webhook !== undefined) return ask(service.admin.webhooks.update({ id: webhook.id, ...input }));
      const { secret, ...made } = await ask(service.admin.webhooks.create(input));
      onSecret?.(secret);
      return made;
    },
    changes: ['webhooks'],
  });
  return (
    <FormDialog
      title={webhook === undefined ? t.createTitle : t.editTitle}
      button={webhook === undefined ? t.create : t.save}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
      disabled={url.trim() === ''}
    >
      {(problems) => (
        <>
          <TextInput
            name="url"
            type="url"
            label={t.fields.url}
            description={t.fields.urlHelp}
            placeholder="https://app.example.com/hooks/keyward"
            value={url}
            error={problems['url']}
            onChange={(event) => setUrl(event.currentTarget.value)}
            data-autofocus
          />
          <TagsInput
            name="types"
            label={t.fields.types}
            description={t.fields.typesHelp}
            data={[...EVENT_PATTERNS]}
            value={types}
            error={problems['types']}
            onChange={setTypes}
          />
          <TextInput
            name="description"
            label={t.fields.description}
            value={description}
            error={problems['description']}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
