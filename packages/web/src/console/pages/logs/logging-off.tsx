import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notices.tsx';
import { Empty } from '../../ui/states.tsx';

/** Replaces the logs while logging is turned off. */
export function LoggingOff({ onDone }: { onDone: () => void }) {
  const t = useTexts().logs;
  const turnOn = useMutation({
    mutationFn: () => ask(service.admin.config.updateLogging({ logging: true })),
    onSuccess() {
      notify(t.turnedOn);
      onDone();
    },
    onError: (error) => notify(error.message),
  });
  return (
    <div className="kc-table-frame">
      <Empty
        title={t.off}
        action={
          <Button loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {t.turnOn}
          </Button>
        }
      >
        {t.offText}
      </Empty>
    </div>
  );
}
