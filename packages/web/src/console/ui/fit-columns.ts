/** The space that a column needs in its table. */
export interface FittingColumn {
  /** The minimum readable width, in px, with its padding. Default: 112 */
  width?: number;
  /** Its share of the room that is left. Default: 0; the first column of a table: 1 */
  grow?: number;
  /**
   * Columns with higher numbers are hidden first; among equals, the last one. Default: 0. The first column
   * stays.
   */
  priority?: number;
  /** Whether it holds the buttons of the row. They are never hidden, and need their full width. */
  end?: boolean;
}

export interface FittedColumns<Column> {
  /** The columns that are shown. */
  shown: readonly { column: Column; width: number }[];
  /** The hidden columns. */
  gone: readonly Column[];
  /** Whether only the first column is shown, as on phones. */
  compact: boolean;
}

const WIDTH = 112;
const COMPACT_BELOW = 560;

/**
 * Gives the columns of a table their widths, so that the table fits.
 * @param room of the whole table, in px
 * @param acts width of the buttons, in px
 */
export function fitColumns<Column extends FittingColumn>(
  columns: readonly Column[],
  room: number,
  acts: number,
): FittedColumns<Column> {
  const compact = room < COMPACT_BELOW;
  const data = columns.filter(({ end }) => end !== true);
  const shown = compact ? data.slice(0, 1) : [...data];
  const left = () => room - acts - shown.reduce((sum, { width = WIDTH }) => sum + width, 0);
  while (left() < 0 && shown.length > 1) {
    const lowest = Math.max(...shown.slice(1).map(({ priority = 0 }) => priority));
    shown.splice(
      shown.findLastIndex(({ priority = 0 }, index) => index > 0 && priority === lowest),
      1,
    );
  }
  const growth = (column: Column) => column.grow ?? (column === data[0] ? 1 : 0);
  const shares = shown.reduce((sum, column) => sum + growth(column), 0);
  const free = left();
  const ends = columns.filter(({ end }) => end === true);
  return {
    shown: [
      ...shown.map((column) => ({
        column,
        width: (column.width ?? WIDTH) + (shares === 0 ? 0 : (free * growth(column)) / shares),
      })),
      ...ends.map((column) => ({ column, width: acts / ends.length })),
    ],
    gone: data.filter((column) => !shown.includes(column)),
    compact,
  };
}
