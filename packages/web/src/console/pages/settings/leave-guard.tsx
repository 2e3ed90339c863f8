import { useBlocker } from '@tanstack/react-router';
import { useStore } from '../../lib/store.ts';
import { consolePath } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { discardAll, drafts } from './drafts.ts';
import { partOf } from '../../data/settings-parts.ts';

/** Asks before unsaved changes are lost. They stay while a person looks at other sections of the settings. */
export function LeaveGuard() {
  const { leave: t, parts } = settingsTexts;
  const unsaved = Object.keys(useStore(drafts)).map(
    (section) => parts[partOf(section.split('/')[0])?.id ?? 'providers'].name,
  );
  const settings = consolePath('settings');
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      Object.keys(drafts.get()).length > 0 &&
      next.pathname !== settings &&
      !next.pathname.startsWith(`${settings}/`),
    enableBeforeUnload: () => Object.keys(drafts.get()).length > 0,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={t.title}
      button={t.button}
      onConfirm={async () => {
        discardAll();
        blocker.proceed();
      }}
      onClose={blocker.reset}
    >
      {t.text([...new Set(unsaved)].join(', '))}
    </Confirm>
  );
}
