import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Breaks } from '../../ui/breaks.tsx';
import { Facts } from '../../ui/facts.tsx';
import { notify } from '../../ui/notices.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { type Application, getApplication, hasSecrets } from './application.ts';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationState } from './application-state.tsx';
import { Guide } from './guide.tsx';
import { Secrets } from './secrets.tsx';

export interface ApplicationPanelProps {
  id: string;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

/** One application: its rights, how to connect it, and its secrets. */
export function ApplicationPanel({ id, onClose, onSecret }: ApplicationPanelProps) {
  const t = useTexts().applications;
  const found = useQuery({
    queryKey: ['applications', 'one', id],
    queryFn: () => getApplication(id),
    refetchInterval: 15_000,
  });
  return (
    <SidePanel title={found.data?.name ?? t.one} onClose={onClose}>
      <Loaded found={found}>
        {(application) => <Body application={application} onClose={onClose} onSecret={onSecret} />}
      </Loaded>
    </SidePanel>
  );
}

interface BodyProps extends Omit<ApplicationPanelProps, 'id'> {
  application: Application;
}

function Body({ application, onClose, onSecret }: BodyProps) {
  const t = useTexts().applications;
  const [dialog, setDialog] = useState<'edit' | 'off' | 'delete' | null>(null);
  const { client_id: id, name, enabled, version } = application;
  const client = useQueryClient();
  const turn = useAct({
    run: (on: boolean) => ask(service.admin.applications.update({ id, version, enabled: on })),
    changes: ['applications'],
    done: (_, on) => (on ? t.turnedOn : t.turnedOff),
  });
  const remove = async () => {
    await ask(service.admin.applications.delete({ id }));
    notify(t.deleted);
    onClose();
    // A deleted application is not requested again.
    await client.cancelQueries({ queryKey: ['applications'] });
    client.removeQueries({ queryKey: ['applications'], type: 'inactive' });
    await client.invalidateQueries({ queryKey: ['applications', 'list'] });
  };
  const close = () => setDialog(null);
  return (
    <Stack gap="lg">
      <Facts
        entries={[
          [t.columns.kind, t.kinds[application.type]],
          [t.columns.state, <ApplicationState key="state" application={application} />],
          [t.fields.redirect_uris, lines(application.redirect_uris)],
          [
            t.fields.scopes,
            application.type === 'machine' ? undefined : (lines(application.scopes ?? []) ?? t.allScopes),
          ],
          [t.fields.machine_scopes, lines(application.machine_scopes)],
          [t.fields.resources, lines(application.resources) ?? t.allResources],
          [t.columns.used, <When key="used" at={application.last_used_at} />],
          [t.columns.created, <When key="created" at={application.created_at} />],
        ]}
      />
      <Group gap="xs">
        <Button variant="default" onClick={() => setDialog('edit')}>
          {t.edit}
        </Button>
        {enabled ? (
          <Button variant="default" onClick={() => setDialog('off')}>
            {t.turnOff}
          </Button>
        ) : (
          <Button loading={turn.isPending} onClick={() => turn.mutate(true)}>
            {t.turnOn}
          </Button>
        )}
        <Button variant="default" c="var(--kw-bad)" onClick={() => setDialog('delete')}>
          {t.delete}
        </Button>
      </Group>
      {hasSecrets(application) && <Secrets application={application} onSecret={onSecret} />}
      <Guide application={application} />
      {dialog === 'edit' && <ApplicationForm application={application} onClose={close} />}
      {dialog === 'off' && (
        <Confirm
          title={t.offTitle(name)}
          button={t.turnOff}
          onConfirm={() => turn.mutateAsync(false)}
          onClose={close}
        >
          {t.offText}
        </Confirm>
      )}
      {dialog === 'delete' && (
        <Confirm
          title={t.deleteTitle(name)}
          button={t.delete}
          phrase={name}
          onConfirm={remove}
          onClose={close}
        >
          {t.deleteText}
        </Confirm>
      )}
    </Stack>
  );
}

/** One per line; undefined if there are none. */
function lines(texts: readonly string[]) {
  return texts.length === 0
    ? undefined
    : texts.map((text) => (
        <div key={text}>
          <code>
            <Breaks text={text} />
          </code>
        </div>
      ));
}
