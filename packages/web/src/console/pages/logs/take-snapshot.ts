import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notices.tsx';

/** A name with the time, as in `2026-01-31-120000`. */
export function nameForNow(): string {
  const [day = '', time = ''] = new Date().toISOString().split('T');
  return `${day}-${time.slice(0, 8).replaceAll(':', '')}`;
}

/** Creates a snapshot of a log; the notice can undo it. */
export function useTakeSnapshot() {
  const t = useTexts().logs;
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['logs'] });
  return useMutation({
    mutationFn: (input: { source: 'app' | 'server'; name: string }) =>
      ask(service.logs.createSnapshot(input)),
    onSuccess({ snapshot }) {
      void refresh();
      notify(t.taken(snapshot.filename), () => {
        void ask(service.logs.deleteSnapshot({ name: snapshot.name }))
          .catch((error: Error) => notify(error.message))
          .finally(() => void refresh());
      });
    },
  });
}
