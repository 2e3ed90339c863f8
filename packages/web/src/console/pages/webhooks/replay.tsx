import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';

/** Delivers the events since a time again. */
export function Replay({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts().webhooks;
  const [since, setSince] = useState('');
  const replay = useAct({
    run: () => ask(service.admin.webhooks.replay({ id, since: new Date(since).toISOString() })),
    changes: ['webhooks'],
    done: () => t.replayed,
  });
  return (
    <FormDialog
      title={t.replayTitle}
      button={t.replay}
      onSubmit={() => replay.mutateAsync(undefined)}
      onClose={onClose}
      disabled={since === ''}
    >
      {(problems) => (
        <>
          <p className="kc-flush">{t.replayText}</p>
          <TextInput
            name="since"
            type="datetime-local"
            label={t.fields.since}
            value={since}
            error={problems['since']}
            onChange={(event) => setSince(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
