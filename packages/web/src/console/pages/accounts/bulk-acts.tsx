import type { AdministeredAccount } from '@keyward/client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../lib/download.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notices.tsx';
import { type BulkAct, BulkDialog } from './bulk-dialog.tsx';
import { csvHead, csvRows } from './csv.ts';

export interface BulkActsProps {
  accounts: readonly AdministeredAccount[];
  onClear: () => void;
}

/** The actions for the selected accounts. */
export function BulkActs({ accounts, onClear }: BulkActsProps) {
  const t = useTexts().accounts.bulk;
  const [asking, setAsking] = useState<BulkAct | null>(null);
  const exportThem = () => {
    download('accounts.csv', [csvHead + csvRows(accounts)], 'text/csv;charset=utf-8');
    notify(t.exported(accounts.length));
  };
  return (
    <div className="kc-bulk" role="group" aria-label={t.label}>
      <b aria-live="polite">{t.selected(accounts.length)}</b>
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('suspend')}>
          {t.suspend}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('sessions')}>
          {t.sessions}
        </Button>
        <Button size="compact-sm" variant="default" onClick={exportThem}>
          {t.export}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
          {t.clear}
        </Button>
      </Group>
      {asking !== null && <BulkDialog act={asking} accounts={accounts} onClose={() => setAsking(null)} />}
    </div>
  );
}
