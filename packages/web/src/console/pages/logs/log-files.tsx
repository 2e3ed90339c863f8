import type { LogFile } from '@keyward/client';
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { ask, isServiceError, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { inDigits } from '../../ui/in-digits.ts';
import { notify } from '../../ui/notices.tsx';
import { When } from '../../ui/when.tsx';
import { AskReset } from './ask-reset.tsx';
import { downloadLog } from './download-log.ts';
import { isOff } from './log-feed.ts';
import { LoggingOff } from './logging-off.tsx';
import { sizeOf } from './size.ts';
import { nameForNow, useTakeSnapshot } from './take-snapshot.ts';

/** The logs and their snapshots, as files. */
export function LogFiles() {
  const t = useTexts().logs;
  const client = useQueryClient();
  const [, change] = useAddressQuery();
  const files = useQuery({
    queryKey: ['logs', 'files'],
    queryFn: () => ask(service.logs.list()),
    refetchInterval: 15_000,
  });
  const [resetting, setResetting] = useState<'app' | 'server' | null>(null);
  const [deleting, setDeleting] = useState<LogFile | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['logs'] });
  const save = useMutation({
    mutationFn: (file: LogFile) => downloadLog(file),
    onError: (error) => notify(error.message),
  });
  if (isOff(files.error)) return <LoggingOff onDone={() => void refresh()} />;
  const columns: Column<LogFile>[] = [
    {
      id: 'name',
      header: t.files.name,
      width: 200,
      cell: ({ filename }) => <code className="kc-primary">{filename}</code>,
    },
    { id: 'size', header: t.files.size, width: 90, cell: ({ size_bytes }) => sizeOf(size_bytes) },
    {
      id: 'records',
      header: t.files.records,
      width: 90,
      named: true,
      cell: ({ records }) => inDigits(records),
    },
    {
      id: 'created',
      header: t.files.created,
      width: 120,
      priority: 1,
      cell: ({ created_at }) =>
        created_at === undefined ? (
          <span className="kc-muted">{t.files.grows}</span>
        ) : (
          <When at={created_at} />
        ),
    },
    {
      id: 'acts',
      header: t.files.acts,
      end: true,
      cell: (file) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            loading={save.isPending && save.variables.name === file.name}
            aria-label={t.ofFile(t.download, file.filename)}
            onClick={() => save.mutate(file)}
          >
            {t.download}
          </Button>
          {file.deletable ? (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t.ofFile(t.delete, file.filename)}
              onClick={() => setDeleting(file)}
            >
              {t.delete}
            </Button>
          ) : (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t.ofFile(t.reset, file.filename)}
              onClick={() => setResetting(file.source)}
            >
              {t.reset}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <>
      <SnapshotForm />
      <DataTable
        label={t.tabs.snapshots}
        columns={columns}
        rows={files.data && [...files.data.snapshots, ...files.data.primary_logs]}
        rowKey={({ name }) => name}
        error={files.error}
        retry={() => void files.refetch()}
        empty={null}
        onOpen={({ name, source, deletable }) => {
          const tab = source === 'app' ? undefined : source;
          change(deletable ? { log: name } : { tab }, { push: true });
        }}
      />
      {files.data?.snapshots.length === 0 && <p className="kc-muted kc-small kc-flush">{t.noSnapshots}</p>}
      {resetting !== null && (
        <AskReset
          name={resetting}
          onClose={() => {
            setResetting(null);
            void refresh();
          }}
        />
      )}
      {deleting !== null && (
        <Confirm
          title={t.deleteTitle(deleting.filename)}
          button={t.delete}
          phrase={deleting.name}
          onConfirm={() =>
            ask(service.logs.deleteSnapshot({ name: deleting.name })).then(() =>
              notify(t.deleted(deleting.filename)),
            )
          }
          onClose={() => {
            setDeleting(null);
            void refresh();
          }}
        >
          {t.deleteText}
        </Confirm>
      )}
    </>
  );
}

function SnapshotForm() {
  const t = useTexts().logs;
  const [source, setSource] = useState<'app' | 'server'>('app');
  const [name, setName] = useState('');
  const take = useTakeSnapshot();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take.mutate({ source, name: name.trim() || nameForNow() }, { onSuccess: () => setName('') });
  };
  return (
    <form className="kc-bar kc-snapshot-form" onSubmit={submit}>
      <SegmentedControl
        aria-label={t.snapshotOf}
        value={source}
        onChange={(value) => setSource(value === 'server' ? 'server' : 'app')}
        data={[
          { value: 'app', label: 'app.log' },
          { value: 'server', label: 'server.log' },
        ]}
      />
      <TextInput
        aria-label={t.snapshotName}
        placeholder={t.snapshotNameHint}
        name="name"
        autoComplete="off"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isServiceError(take.error) ? take.error.message : undefined}
        w={260}
      />
      <Button type="submit" variant="default" loading={take.isPending}>
        {t.takeSnapshot}
      </Button>
    </form>
  );
}
