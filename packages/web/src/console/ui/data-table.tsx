import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { consolePath } from '../lib/paths.ts';
import { useTexts } from '../texts/texts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { openInTab } from './open-in-tab.ts';
import { fitColumns, type FittingColumn } from './fit-columns.ts';
import { useRowShortcuts } from './row-shortcuts.ts';
import { Failure, Loading } from './states.tsx';
import { PADDING, useRoom } from './use-room.ts';
import { showTruncated } from './show-truncated.ts';

/**
 * If the columns do not fit side by side, some are hidden. Their values move to a second line of the row,
 * unless the row opens and shows them there: phones then show only columns without `priority`.
 */
export interface Column<Row> extends FittingColumn {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API's name of the order; without it, the column cannot be sorted. */
  sort?: string;
  /** Whether its name precedes its value in the second line, which has no headers. */
  named?: boolean;
}

export interface DataTableProps<Row> {
  /** Read aloud as the name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  error?: unknown;
  retry?: () => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** The path of the record below the console: the row is a link to it, and keeps the query. */
  linkTo?: (row: Row) => string;
  /** Opens a row in place, by click or Enter. */
  onOpen?: (row: Row) => void;
  /** Key of the row that is open. */
  current?: string | number | undefined;
  /** The content below the open row, in the table. */
  detail?: (row: Row) => ReactNode;
  /** In the form of the API: `created_at`, with a minus for the reverse. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  foot?: ReactNode;
  selection?: Selection<Row>;
}

/** The selected rows of a table, for acts on several. */
export interface Selection<Row> {
  has: (row: Row) => boolean;
  toggle: (rows: readonly Row[], chosen: boolean) => void;
  /** Names the checkbox of a row. */
  label: (row: Row) => string;
  /** Names the checkbox of the whole page. */
  allLabel: string;
}

/** A list of records: sortable headers, rows that open, and all states of a list. It always fits its width. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, error, retry, empty, linkTo, current, detail, foot, selection } =
    props;
  const navigate = useNavigate();
  const onOpen =
    linkTo === undefined
      ? props.onOpen
      : (row: Row) => void navigate({ to: consolePath(linkTo(row)), search: true, resetScroll: false });
  const body = useRef<HTMLTableSectionElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [width, acts] = useRoom(frame, rows);
  const room = selection === undefined ? width : width - CHECKBOX;
  useRowShortcuts(body);
  if (error !== undefined && error !== null) return <Failure error={error} retry={retry} />;
  if (rows?.length === 0) return <div className="kc-table-frame">{empty}</div>;
  // On phones, several buttons would leave no room for an email.
  const actsBelow = fitColumns(columns, room, acts).compact && acts > MOST_ACTS * room;
  const ends = columns.filter(({ end }) => end === true);
  const { shown, gone, compact } = actsBelow
    ? fitColumns(
        columns.filter((column) => !ends.includes(column)),
        room,
        0,
      )
    : fitColumns(columns, room, acts);
  const opens = onOpen !== undefined;
  const below = opens ? gone.filter(({ priority = 0 }) => compact && priority === 0) : gone;
  return (
    <div className="kc-table-frame" ref={frame}>
      {rows === undefined ? (
        <Loading rows={6} />
      ) : (
        <table className="kc-table" aria-label={label} data-compact={compact || undefined}>
          <colgroup>
            {selection && <col style={{ width: CHECKBOX }} />}
            {shown.map(({ column, width: each }) => (
              <col key={column.id} style={{ width: each }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="kc-row-check">
                  <input
                    type="checkbox"
                    aria-label={selection.allLabel}
                    checked={rows.every(selection.has)}
                    onChange={(event) => selection.toggle(rows, event.currentTarget.checked)}
                  />
                </th>
              )}
              {shown.map(({ column }) => (
                <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} onPointerOver={showTruncated}>
            {rows.map((row) => {
              const open = rowKey(row) === current;
              return (
                <Fragment key={rowKey(row)}>
                  <tr data-current={open || undefined} {...(opens && opening(() => onOpen(row)))}>
                    {selection && (
                      <td className="kc-row-check">
                        <input
                          type="checkbox"
                          aria-label={selection.label(row)}
                          checked={selection.has(row)}
                          onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
                        />
                      </td>
                    )}
                    {shown.map(({ column: { id, cell, end } }, index) =>
                      end === true ? (
                        <td key={id} className="kc-row-end">
                          <div className="kc-acts">{cell(row)}</div>
                        </td>
                      ) : (
                        <td key={id}>
                          <div className="kc-cell">
                            {index === 0 && linkTo !== undefined ? (
                              // The keyboard opens the row itself.
                              <Link
                                className="kc-row-link"
                                to={consolePath(linkTo(row))}
                                search
                                tabIndex={-1}
                              >
                                {cell(row)}
                              </Link>
                            ) : (
                              cell(row)
                            )}
                          </div>
                          {index === 0 && below.length > 0 && (
                            <SecondLine columns={below} row={row} width={room} compact={compact} />
                          )}
                          {index === 0 &&
                            actsBelow &&
                            ends.map((column) => (
                              <div className="kc-acts kc-acts-below" key={column.id}>
                                {column.cell(row)}
                              </div>
                            ))}
                        </td>
                      ),
                    )}
                  </tr>
                  {open && detail !== undefined && (
                    <tr className="kc-row-detail" ref={scrollIntoView}>
                      <td colSpan={shown.length + (selection ? 1 : 0)}>{detail(row)}</td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      )}
      {foot}
    </div>
  );
}

/** The part of a compact table that buttons may take beside the first column. */
const MOST_ACTS = 0.35;

/** The detail of the last row opens below the visible part of a long list. A long detail must not push out its row. */
function scrollIntoView(opened: HTMLElement | null): void {
  opened?.scrollIntoView({ block: 'nearest' });
  opened?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
}

/** Width of the column of checkboxes, in px. */
const CHECKBOX = 36;

interface SecondLineProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  width: number;
  compact: boolean;
}

/**
 * Values without a column, over the whole width of the table. On phones, those with a name are in lines, so that they
 * line up from row to row.
 */
function SecondLine<Row>({ columns, row, width, compact }: SecondLineProps<Row>) {
  const told = columns
    .map((column) => ({ ...column, value: column.cell(row) }))
    .filter(({ value }) => value !== '' && value !== null && value !== undefined && value !== false);
  const lines = told.filter(({ named }) => compact && named === true);
  return (
    <div className="kc-row-more" style={{ width: width - PADDING }}>
      {told
        .filter((one) => !lines.includes(one))
        .map(({ id, header, named, value }) => (
          <div className="kc-cell" key={id}>
            {named === true && <span>{header}: </span>}
            {value}
          </div>
        ))}
      {lines.length > 0 && (
        <dl>
          {lines.map(({ id, header, value }) => (
            <Fragment key={id}>
              <dt>{header}</dt>
              <dd className="kc-cell">{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  );
}

/**
 * A row that opens reacts to Enter, and to a click anywhere except on its own controls. If it is a link, it opens in a
 * tab as links do: with Ctrl or Cmd, or by the middle button.
 */
function opening(open: () => void) {
  const onControl = (target: EventTarget) =>
    target instanceof Element && target.closest('a, button, input, label, .kc-row-check') !== null;
  return {
    'data-opens': true,
    tabIndex: 0,
    onClick: (event: MouseEvent) => {
      if (onControl(event.target) || window.getSelection()?.isCollapsed === false) return;
      if (!openInTab(event)) open();
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && !onControl(event.target)) openInTab(event);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault();
      if (!openInTab(event)) open();
    },
  };
}

function Head<Row>(props: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const {
    column: { header, sort: by, end },
    sort,
    onSort,
  } = props;
  const texts = useTexts().ui;
  if (by === undefined || onSort === undefined)
    return (
      <th scope="col" className={end === true ? 'kc-row-end' : undefined}>
        {end === true ? <span className="kc-visually-hidden">{header}</span> : header}
      </th>
    );
  const ascending = sort === by;
  const descending = sort === `-${by}`;
  return (
    <th scope="col" aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}>
      <button type="button" title={texts.sortBy(header)} onClick={() => onSort(descending ? by : `-${by}`)}>
        {header}
        {ascending && <IconArrowUp size={12} aria-hidden />}
        {descending && <IconArrowDown size={12} aria-hidden />}
      </button>
    </th>
  );
}
