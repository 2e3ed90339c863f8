import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useRowKeys } from './row-keys.ts';
import { Failure, Loading } from './states.tsx';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API's name of the order; without it the column cannot be sorted by. */
  sort?: string;
  /** Whether narrow screens leave it out. */
  hideNarrow?: boolean;
  /** Whether narrow screens, which show no heads, name it before its value. */
  named?: boolean;
  /** Whether it holds the buttons of the row, at its end. */
  end?: boolean;
}

export interface DataTableProps<Row> {
  /** Read aloud as the name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  error?: unknown;
  retry?: () => void;
  /** What stands in place of no rows. */
  empty: ReactNode;
  /** Opens a row by click, Enter or `o`. */
  onOpen?: (row: Row) => void;
  /** Key of the row that is open. */
  current?: string | number | undefined;
  /** As the API takes it: `created_at`, with a minus for the reverse. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  foot?: ReactNode;
}

/** A list of records: sortable heads, rows that open, and all states of a list. Below 640 px each row has two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, error, retry, empty, onOpen, current, foot } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  if (error !== undefined && error !== null) return <Failure error={error} retry={retry} />;
  if (rows?.length === 0) return <div className="kc-table-frame">{empty}</div>;
  return (
    <div className="kc-table-frame">
      {rows === undefined ? (
        <Loading rows={6} />
      ) : (
        <table className="kc-table" aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                data-current={rowKey(row) === current || undefined}
                {...(onOpen !== undefined && opening(() => onOpen(row)))}
              >
                {columns.map(({ id, header, cell, hideNarrow, named, end }) => (
                  <td
                    key={id}
                    data-hide-narrow={hideNarrow}
                    data-named={named === true ? header : undefined}
                    className={end === true ? 'kc-row-end' : undefined}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {foot}
    </div>
  );
}

/** A row that opens answers to a click anywhere but on its own controls, and to Enter. */
function opening(open: () => void) {
  const onControl = (target: EventTarget) =>
    target instanceof Element && target.closest('a, button, input, label') !== null;
  return {
    'data-opens': true,
    tabIndex: 0,
    onClick: ({ target }: { target: EventTarget }) => {
      if (!onControl(target) && window.getSelection()?.isCollapsed !== false) open();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault();
      open();
    },
  };
}

function Head<Row>(props: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const {
    column: { header, sort: by, end, hideNarrow },
    sort,
    onSort,
  } = props;
  const texts = useTexts().ui;
  if (by === undefined || onSort === undefined)
    return (
      <th scope="col" data-hide-narrow={hideNarrow} className={end === true ? 'kc-row-end' : undefined}>
        {end === true ? <span className="kc-visually-hidden">{header}</span> : header}
      </th>
    );
  const ascending = sort === by;
  const descending = sort === `-${by}`;
  return (
    <th
      scope="col"
      data-hide-narrow={hideNarrow}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}
    >
      <button type="button" title={texts.sortBy(header)} onClick={() => onSort(descending ? by : `-${by}`)}>
        {header}
        {ascending && <IconArrowUp size={12} aria-hidden />}
        {descending && <IconArrowDown size={12} aria-hidden />}
      </button>
    </th>
  );
}
