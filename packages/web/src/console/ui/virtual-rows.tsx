import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentType,
  memo,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isTyping } from '../lib/typing.ts';
import { openInTab } from './open-in-tab.ts';
import { showTruncated } from './show-truncated.ts';
import './virtual-rows.css';

/** The number of rows that are drawn beyond the visible ones, so that a quick scroll shows no gap. */
const OVERSCAN = 12;
/** The number of rows before the end at which more are requested. */
const NEAR_END = 20;

export interface VirtualRowsProps<Row extends object> {
  /** Read aloud as the name of the table. */
  label: string;
  /** The headers of the cells. */
  headers: readonly string[];
  /** Newest first. New rows above do not move the visible ones. */
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** All rows have the same height. */
  rowHeight: number;
  /**
   * Draws the cells of a row: an element with `role="cell"` for each header. Memoised. A link `kc-row-link` among them
   * is the address of the row.
   */
  Cells: ComponentType<{ row: Row }>;
  /** Sets the columns, as `grid-template-columns`. */
  className: string;
  onOpen: (row: Row) => void;
  /** Key of the row that is open. */
  current?: string | number | undefined;
  /** Called near the end of the list. */
  onEnd?: (() => void) | undefined;
  /** The text of the button that leads to new rows above. */
  above: (count: number) => string;
  foot?: ReactNode;
}

/** A list of any length, of which only the visible part is drawn. Rows open by click or Enter; `j` and `k` move between them. */
export function VirtualRows<Row extends object>(props: VirtualRowsProps<Row>) {
  const { label, headers, rowKey, rowHeight, Cells, className, onOpen, current, onEnd, foot } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const hold = useHold(props.rows, rowKey);
  const { rows } = hold;
  // A new function would make the library lay out all rows again, at each step of a scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    [rows, rowKey],
  );
  // React Compiler skips components with it; it is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getItemKey,
  });
  // Sizes are cached, but rows have another height when a phone is rotated.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const above = useAbove(rows, rowKey, rowHeight, scroller);
  useKeys(scroller, rows.length, virtualizer);
  useBeginAt(current === undefined ? -1 : rows.findIndex((row) => rowKey(row) === current), virtualizer);
  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastDrawn >= rows.length - NEAR_END) onEnd?.();
  }, [lastDrawn, rows.length, onEnd]);
  const [drawn] = useState(() => new WeakMap<Row, ReactElement>());
  /** The same element for the same row, so that React keeps it while other rows change. */
  const cellsOf = (row: Row): ReactElement => {
    const known = drawn.get(row) ?? <Cells row={row} />;
    drawn.set(row, known);
    return known;
  };
  const open = (target: Element) => {
    const row = rows[Number(rowOf(target)?.dataset['index'])];
    if (row !== undefined) onOpen(row);
  };
  return (
    <div
      className={`kc-rows ${className}`}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onPointerOver={hold.begin}
      onPointerLeave={hold.end}
    >
      <div role="rowgroup">
        <div className="kc-rows-head" role="row" aria-rowindex={1}>
          {headers.map((header) => (
            <span key={header} role="columnheader">
              {header}
            </span>
          ))}
        </div>
      </div>
      <div className="kc-rows-scroll" ref={scroller} role="rowgroup">
        <div
          role="presentation"
          style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
          onPointerOver={showTruncated}
          onClick={(event) => {
            const { target } = event;
            if (!(target instanceof Element)) return;
            const control = target.closest('a, button');
            const isLink = control?.classList.contains('kc-row-link') === true;
            if (control !== null && !isLink) return;
            // The browser opens the link in a tab itself.
            if (isLink && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
            if (window.getSelection()?.isCollapsed === false) return;
            event.preventDefault();
            if (!openInTab(event, rowOf(target))) open(target);
          }}
          onAuxClick={(event) => {
            const { target } = event;
            if (target instanceof Element && target.closest('a, button') === null)
              openInTab(event, rowOf(target));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isRow(event.target)) return;
            event.preventDefault();
            if (!openInTab(event, event.target)) open(event.target);
          }}
        >
          {items.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <DrawnRow
                  key={key}
                  index={index}
                  start={start}
                  height={rowHeight}
                  current={rowKey(row) === current}
                  cells={cellsOf(row)}
                />
              )
            );
          })}
        </div>
        {foot}
      </div>
      {above.count + hold.count > 0 && (
        <button
          type="button"
          className="kc-rows-above"
          onClick={() => {
            hold.end();
            above.show();
          }}
        >
          {props.above(above.count + hold.count)}
        </button>
      )}
    </div>
  );
}

const rowOf = (target: Element) => target.closest<HTMLElement>('.kc-row');

const isRow = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.classList.contains('kc-row');

interface RowProps {
  index: number;
  start: number;
  height: number;
  current: boolean;
  cells: ReactElement;
}

const DrawnRow = memo(function DrawnRow({ index, start, height, current, cells }: RowProps) {
  return (
    <div
      className="kc-row"
      role="row"
      tabIndex={0}
      aria-rowindex={index + 2}
      data-index={index}
      data-current={current || undefined}
      style={{ top: start, height }}
    >
      {cells}
    </div>
  );
});

/** Holds new rows back while a mouse is over the list: a row that moves between press and release loses the click. */
function useHold<Row>(all: readonly Row[], rowKey: (row: Row) => string | number) {
  const [first, setFirst] = useState<string | number>();
  // After another filter, the first row is gone, and no rows are held back.
  const count =
    first === undefined
      ? 0
      : Math.max(
          0,
          all.findIndex((row) => rowKey(row) === first),
        );
  const rows = useMemo(() => (count === 0 ? all : all.slice(count)), [all, count]);
  return {
    rows,
    count,
    begin: ({ pointerType }: { pointerType: string }) => {
      const top = all[0];
      if (pointerType === 'mouse' && top !== undefined) setFirst((held) => held ?? rowKey(top));
    },
    end: () => setFirst(undefined),
  };
}

/** Keeps the visible rows in place while rows are added above them, and counts the new ones. */
function useAbove<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
  rowHeight: number,
  scroller: { readonly current: HTMLDivElement | null },
) {
  const [count, setCount] = useState(0);
  const before = useRef<string | number | undefined>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const first = before.current;
    before.current = rows[0] && rowKey(rows[0]);
    if (element === null || first === undefined || element.scrollTop <= 0) return;
    const added = rows.findIndex((row) => rowKey(row) === first);
    if (added <= 0) return;
    element.scrollBy({ top: added * rowHeight, behavior: 'instant' });
    setCount((seen) => seen + added);
  }, [rows, rowKey, rowHeight, scroller]);
  useEffect(() => {
    const element = scroller.current;
    const onScroll = () => {
      if (element !== null && element.scrollTop <= 0) setCount(0);
    };
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [scroller]);
  return { count, show: () => scroller.current?.scrollTo({ top: 0 }) };
}

interface Scrollable {
  scrollToIndex: (index: number, options?: { align?: 'auto' | 'center' }) => void;
  range: { startIndex: number } | null;
}

/** `j` and `k`, and the arrows within the list. */
function useKeys(
  scroller: { readonly current: HTMLDivElement | null },
  count: number,
  virtualizer: Scrollable,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const down = event.key === 'j' || event.key === 'ArrowDown';
      const up = event.key === 'k' || event.key === 'ArrowUp';
      if ((!down && !up) || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const focused = document.activeElement?.closest<HTMLElement>('.kc-row')?.dataset['index'];
      // Outside of the list, the arrows scroll.
      if (focused === undefined && event.key.startsWith('Arrow')) return;
      const at =
        focused === undefined ? (virtualizer.range?.startIndex ?? 0) : Number(focused) + (down ? 1 : -1);
      if (at < 0 || at >= count) return;
      event.preventDefault();
      virtualizer.scrollToIndex(at, { align: 'auto' });
      scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [scroller, count, virtualizer]);
}

/** Scrolls to the row that an address names, once. */
function useBeginAt(index: number, virtualizer: Scrollable): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (done.current || index === -1) return;
    done.current = true;
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [index, virtualizer]);
}
