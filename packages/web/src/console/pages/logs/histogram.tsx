import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { shortTime } from '../../ui/when.tsx';
import { type Bucket, histogramOf } from './buckets.ts';
import type { Entry } from './entry.ts';
import { type Weight, weightOf, WEIGHTS } from './levels.ts';
import { endInTime } from './times.ts';

const MOST_BUCKETS = 96;
/** A shorter drag counts as a click. */
const MIN_STROKE_PX = 4;

export interface Range {
  from: number | undefined;
  to: number | undefined;
}

/** The number of records by time and level. A drag of the pointer narrows the time. */
export function Histogram(props: {
  entries: readonly Entry[];
  range: Range;
  onRange: (from: number, to: number) => void;
}) {
  const { entries, range, onRange } = props;
  const t = useTexts().logs;
  const { from, to } = range;
  const histogram = useMemo(() => histogramOf(entries, { from, to }, MOST_BUCKETS), [entries, from, to]);
  const frame = useRef<HTMLDivElement>(null);
  const [pointer, setPointer] = useState<number | null>(null);
  const [stroke, setStroke] = useState<{ begin: number; end: number } | null>(null);
  if (histogram === null) return <div className="kc-histogram" data-empty />;
  const { buckets, stepMs, highest } = histogram;
  const first = buckets[0]?.from ?? 0;
  const whole = buckets.length * stepMs;
  const shareAt = ({ clientX }: PointerEvent) => {
    const { left, width } = frame.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const pointed =
    pointer === null
      ? undefined
      : buckets[Math.min(buckets.length - 1, Math.floor(pointer * buckets.length))];
  const onPointerUp = (event: PointerEvent) => {
    setStroke(null);
    const width = frame.current?.clientWidth ?? 0;
    if (stroke === null) return;
    // The last move may not be drawn yet.
    const end = shareAt(event);
    const [low, high] = [Math.min(stroke.begin, end), Math.max(stroke.begin, end)];
    if ((high - low) * width < MIN_STROKE_PX) {
      // A click selects the bar.
      const bucket = buckets[Math.floor(low * buckets.length)];
      if (bucket !== undefined && bucket.total > 0) onRange(bucket.from, bucket.from + stepMs);
    } else onRange(Math.round(first + low * whole), Math.round(first + high * whole));
  };
  const bad = entries.filter(({ level }) => weightOf(level) === 'bad').length;
  return (
    <figure className="kc-histogram">
      <figcaption className="kc-visually-hidden">
        {t.histogram(entries.length, bad, shortTime(first), endInTime(first + whole))}
      </figcaption>
      <div
        ref={frame}
        className="kc-histogram-bars"
        aria-hidden
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setStroke({ begin: shareAt(event), end: shareAt(event) });
        }}
        onPointerMove={(event) => {
          setPointer(shareAt(event));
          setStroke((drawn) => drawn && { ...drawn, end: shareAt(event) });
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setStroke(null)}
        onPointerLeave={() => setPointer(null)}
      >
        <svg viewBox={`0 0 ${buckets.length} 100`} preserveAspectRatio="none">
          {buckets.map((bucket, index) => (
            <Bar key={bucket.from} bucket={bucket} index={index} highest={highest} />
          ))}
        </svg>
        {stroke !== null && (
          <span
            className="kc-histogram-stroke"
            style={{
              left: `${Math.min(stroke.begin, stroke.end) * 100}%`,
              width: `${Math.abs(stroke.end - stroke.begin) * 100}%`,
            }}
          />
        )}
      </div>
      <div className="kc-histogram-axis" aria-hidden>
        <span>{shortTime(first)}</span>
        <span>
          {pointed !== undefined && t.bucket(shortTime(pointed.from), pointed.total, counted(pointed))}
        </span>
        <span>{endInTime(first + whole)}</span>
      </div>
    </figure>
  );
}

function counted({ counts }: Bucket): string {
  return Object.entries(counts)
    .map(([level, count]) => `${level} ${count}`)
    .join(', ');
}

function Bar({ bucket, index, highest }: { bucket: Bucket; index: number; highest: number }) {
  const heights = new Map<Weight, number>();
  for (const [level, count] of Object.entries(bucket.counts))
    heights.set(weightOf(level), (heights.get(weightOf(level)) ?? 0) + (count / highest) * 96);
  let top = 100;
  return WEIGHTS.map((weight) => {
    const height = heights.get(weight);
    if (height === undefined) return null;
    // A single error among thousands of requests must be visible.
    const drawn = Math.max(height, 4);
    top -= drawn;
    return <rect key={weight} data-weight={weight} x={index + 0.1} y={top} width={0.8} height={drawn} />;
  });
}
