import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';

export interface Popup {
  open: boolean;
  /** Where it belongs below or above the button, within the window. */
  place: CSSProperties;
  setOpen: (open: boolean) => void;
  /** Closes it, and gives the focus back to the button. */
  close: () => void;
  /** Around the button and what it opens. */
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

/** In pixels, as in the styles. */
const MAX_WIDTH = 320;
const MARGIN = 16;
const USUAL_HEIGHT = 300;

/** What a button opens. It closes on Esc, and when the focus or a click goes elsewhere. */
export function usePopup(): Popup {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = place !== null;
  function setOpen(next: boolean) {
    setPlace(next && root.current !== null ? placeBeside(root.current.getBoundingClientRect()) : null);
  }
  useEffect(() => {
    if (!open) return undefined;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) setPlace(null);
    };
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setPlace(null);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', press);
    };
  }, [open]);
  function close() {
    setPlace(null);
    button.current?.focus();
  }
  return { open, place: place ?? {}, setOpen, close, root, button };
}

/** With the right edges in one line, if the window has the room. */
function placeBeside({ left, right, top, bottom }: DOMRect): CSSProperties {
  const width = Math.min(MAX_WIDTH, innerWidth - 2 * MARGIN);
  const from = Math.max(MARGIN, Math.min(right - width, innerWidth - MARGIN - width));
  const isAbove = innerHeight - bottom < USUAL_HEIGHT && top > USUAL_HEIGHT;
  return { left: from - left, [isAbove ? 'bottom' : 'top']: 'calc(100% + 4px)' };
}
