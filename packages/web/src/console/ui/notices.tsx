import { createStore, useStore } from '../lib/store.ts';
import { useTexts } from '../texts/texts.ts';
import { focusContent } from './focus-content.ts';

const SHOWN_MS = 4_000;
/** Long enough to read the message and to decide. */
const UNDO_MS = 8_000;

interface Notice {
  id: number;
  text: string;
  undo?: (() => void) | undefined;
}

const notices = createStore<readonly Notice[]>([]);
let last = 0;

const dismiss = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id));

/** The button that was pressed disappears, and must not take the focus with it. */
const closePressed = (id: number) => {
  dismiss(id);
  focusContent();
};

/** Shows a message at the lower edge of the page. @param undo undoes the act, for some seconds */
export function notify(text: string, undo?: () => void): void {
  const id = (last += 1);
  notices.set([...notices.get(), { id, text, undo }]);
  setTimeout(() => dismiss(id), undo === undefined ? SHOWN_MS : UNDO_MS);
}

export function Notices() {
  const texts = useTexts().ui;
  const shown = useStore(notices);
  return (
    <div className="kc-notices" role="status">
      {shown.map(({ id, text, undo }) => (
        <div className="kc-notice" key={id}>
          <span>{text}</span>
          <div>
            {undo !== undefined && (
              <button
                type="button"
                onClick={() => {
                  closePressed(id);
                  undo();
                }}
              >
                {texts.undo}
              </button>
            )}
            <button type="button" onClick={() => closePressed(id)}>
              {texts.dismiss}
            </button>
          </div>
        </div>
      ))}
    </div>
  );
}
