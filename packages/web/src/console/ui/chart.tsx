import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { presentLocale } from '../texts/locale.ts';
import { useTexts } from '../texts/texts.ts';
import { inDigits } from './in-digits.ts';
import { exactTime } from './when.tsx';

export interface Series {
  label: string;
  /** A role of DESIGN.md, such as `--kw-accent`. */
  colour: string;
  values: readonly number[];
}

export interface ChartProps {
  /** The accessible name of the chart. */
  label: string;
  /** Unix seconds, oldest first. */
  times: readonly number[];
  series: readonly Series[];
  height?: number;
  kind?: 'lines' | 'bars';
  /** Called with the range that a person has drawn, in Unix seconds. */
  onBrush?: (from: number, to: number) => void;
}

/** Numbers over time. A table contains the same data for people who cannot see the chart. */
export function Chart({ label, times, series, height = 180, kind = 'lines', onBrush }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const texts = useTexts().ui;
  // The scheme of the system can change during the day.
  const colorScheme = useComputedColorScheme();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const style = getComputedStyle(document.documentElement);
    const colour = (role: string) => resolved(style.getPropertyValue(role));
    const axis = {
      stroke: colour('--kw-muted'),
      grid: { stroke: colour('--kw-line'), width: 1 },
      ticks: { show: false },
      font: "12px 'Geist Variable', sans-serif",
    };
    const most = Math.max(2, Math.floor((height - AROUND_PX) / COUNT_PX));
    const bars = uPlot.paths.bars?.({ size: [0.7, 24] });
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: true, live: true },
        cursor: { drag: { x: onBrush !== undefined, y: false, setScale: false } },
        axes: [
          { ...axis, grid: { show: false }, values: ticks, space: 80 },
          { ...axis, size: 44, splits: (_, __, ___, top) => countsTo(top, most) },
        ],
        scales: { y: { range: (_, __, max) => [0, countsTo(max, most).at(-1) ?? max] } },
        series: [
          // The time under the pointer, in the clock of every other time.
          { value: (_: uPlot, at: number | null) => (at === null ? '' : exactTime(at)) },
          ...series.map((one) => ({
            label: one.label,
            // Empty until the pointer is over a time.
            value: (_: uPlot, value: number | null, __: number, at: number | null) =>
              value === null || at === null ? '' : inDigits(one.values[at] ?? 0),
            stroke: colour(one.colour),
            // An empty bar would leave its outline.
            width: kind === 'bars' ? 0 : 1.5,
            points: { show: false },
            ...(kind === 'bars' && bars !== undefined && { paths: bars, fill: colour(one.colour) }),
          })),
        ],
        hooks: {
          setSelect: [
            (drawn) => {
              const { select } = drawn;
              if (select.width > 0)
                onBrush?.(drawn.posToVal(select.left, 'x'), drawn.posToVal(select.left + select.width, 'x'));
            },
          ],
        },
      },
      [[...times], ...(kind === 'bars' ? stacked(series) : series.map(({ values }) => [...values]))],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, height, kind, onBrush, colorScheme]);
  return (
    <figure style={{ margin: 0 }}>
      <figcaption className="kc-visually-hidden">{label}</figcaption>
      <div ref={frame} aria-hidden />
      <details className="kc-chart-table">
        <summary className="kc-small kc-muted">{texts.chartTable}</summary>
        <div style={{ maxHeight: 240, overflow: 'auto' }}>
          <table className="kc-diff" aria-label={label}>
            <thead>
              <tr>
                <th aria-hidden />
                {series.map((one) => (
                  <th key={one.label} scope="col">
                    {one.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr key={time}>
                  <th scope="row">{exactTime(time)}</th>
                  {series.map((one) => (
                    <td key={one.label}>{one.values[index]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Each bar stands on those of the series after it. */
function stacked(series: readonly Series[]): number[][] {
  return series.map(({ values }, index) =>
    values.map((_, at) => series.slice(index).reduce((sum, one) => sum + (one.values[at] ?? 0), 0)),
  );
}

/** Height of the axis of times, and of a count above another. */
const AROUND_PX = 50;
const COUNT_PX = 30;

const STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Whole numbers from 0 in even steps; the last one is not below the peak. @param most steps */
function countsTo(peak: number, most: number): number[] {
  const step = STEPS.find((one) => one * most >= peak) ?? peak;
  return Array.from({ length: (Math.ceil(peak / step) || most) + 1 }, (_, at) => at * step);
}

const hour = new Intl.DateTimeFormat(presentLocale(), { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(presentLocale(), { month: 'short', day: 'numeric' });

/** The hour, and the day where one begins. @param splits Unix seconds, evenly spaced */
function ticks(_: uPlot, splits: number[]): string[] {
  const days = (splits[1] ?? 0) - (splits[0] ?? 0) >= 86_400;
  return splits.map((at, index) => {
    const date = new Date(at * 1000);
    if (days || date.getHours() + date.getMinutes() === 0) return day.format(date);
    return index === 0 ? `${hour.format(date)}\n${day.format(date)}` : hour.format(date);
  });
}

/** A canvas does not support `light-dark()`. */
function resolved(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
