import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { dateOf } from '../../ui/when.tsx';
import { addressOf, type Entry, entryOf, timeInAddress } from './entry.ts';
import { RecordPanel } from './record-panel.tsx';

export interface OpenRecordProps {
  name: string;
  /** In the form of {@link addressOf}. */
  address: string;
  entries: readonly Entry[];
  /** Moves to the next or the previous record of the list. */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  onPivot: (term: string) => void;
}

/** The record that the address names, even if it is older than the list. */
export function OpenRecord({ name, address, entries, onStep, onClose, onPivot }: OpenRecordProps) {
  const t = useTexts().logs;
  const time = timeInAddress(address);
  const here = entries.find((entry) => entry.fields['timestamp'] === time && addressOf(entry) === address);
  const at = dateOf(time).getTime();
  const asked = useQuery({
    queryKey: ['logs', name, 'record', address],
    enabled: here === undefined && !Number.isNaN(at),
    async queryFn() {
      const until = new Date(at + 1).toISOString();
      const { records } = await ask(service.logs.read({ name, since: time, until, limit: 1_000 }));
      return records.map(entryOf).find((entry) => addressOf(entry) === address) ?? null;
    },
  });
  const entry = here ?? asked.data;
  if (entry !== undefined && entry !== null)
    return (
      <div
        role="presentation"
        onKeyDown={({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent) => {
          if (metaKey || ctrlKey || altKey || target instanceof HTMLInputElement) return;
          if (key === 'j') onStep(1);
          if (key === 'k') onStep(-1);
        }}
      >
        <RecordPanel entry={entry} onClose={onClose} onPivot={onPivot} />
      </div>
    );
  return (
    <SidePanel title={t.record} onClose={onClose}>
      {asked.isError ? (
        <Failure error={asked.error} retry={() => void asked.refetch()} />
      ) : asked.isLoading ? (
        <Loading />
      ) : (
        <Empty title={t.gone}>{t.goneText}</Empty>
      )}
    </SidePanel>
  );
}
