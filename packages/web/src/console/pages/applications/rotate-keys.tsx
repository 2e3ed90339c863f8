import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notices.tsx';

/** Lets the service replace the signing keys of tokens for applications. */
export function RotateKeys() {
  const t = useTexts().applications.keys;
  const [asking, setAsking] = useState(false);
  const [overlap, setOverlap] = useState(t.overlaps[0]?.value ?? '');
  const rotate = async () => {
    await ask(service.admin.config.rotateOAuthKeys({ overlap_minutes: Number(overlap) }));
    notify(t.done);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t.rotate}
      </Button>
      {asking && (
        <Confirm title={t.title} button={t.rotate} onConfirm={rotate} onClose={() => setAsking(false)}>
          <div className="kc-stack">
            <p className="kc-flush">{t.text}</p>
            <NativeSelect
              name="overlap_minutes"
              label={t.overlap}
              data={[...t.overlaps]}
              value={overlap}
              onChange={(event) => setOverlap(event.currentTarget.value)}
            />
          </div>
        </Confirm>
      )}
    </>
  );
}
