import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notices.tsx';

/** Empties a log, after a dialog that asks for the word CLEAR. */
export function AskReset({ name, onClose }: { name: 'app' | 'server'; onClose: () => void }) {
  const t = useTexts().logs;
  const file = `${name}.log`;
  return (
    <Confirm
      title={t.resetTitle(file)}
      button={t.reset}
      phrase="CLEAR"
      onConfirm={() => ask(service.logs.reset({ name })).then(() => notify(t.wasReset(file)))}
      onClose={onClose}
    >
      {t.resetText}
    </Confirm>
  );
}
