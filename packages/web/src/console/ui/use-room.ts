import { type RefObject, useLayoutEffect, useState } from 'react';

/** The padding of a cell, left and right together. */
export const PADDING = 24;

/** The width of the table, and of the widest buttons of a row, in px. */
export function useRoom(
  frame: RefObject<HTMLDivElement | null>,
  rows: unknown,
): readonly [room: number, acts: number] {
  const [found, setFound] = useState<readonly [number, number]>([0, 0]);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    // Looked up each time, because they move where the room changes.
    const buttons = () => [...current.querySelectorAll<HTMLElement>('.kc-acts')];
    const measure = () => {
      const acts = Math.max(0, ...buttons().map(({ offsetWidth }) => offsetWidth));
      const next = [current.clientWidth, acts === 0 ? 0 : acts + PADDING] as const;
      setFound((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...buttons()]) observer.observe(element);
    return () => observer.disconnect();
  }, [frame, rows]);
  return found;
}
