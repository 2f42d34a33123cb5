import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useCallback, useState, type RefCallback } from 'react';
import styles from './analytics.module.css';

interface Column {
  key: string;
  value: number;
  /** Shown under the axis. */
  label: string;
  /** The whole figure as text, shown on hover. */
  text: string;
}

interface ColumnChartProps {
  /** Describes the chart for screen readers; the table has the single figures. */
  summary: string;
  columns: Column[];
  height: number;
  format: (value: number) => string;
}

const MARGIN = { top: 8, right: 4, bottom: 28, left: 52 };
/** Width of a label under the axis in pixels. */
const LABEL_WIDTH = 64;
const MIN_WIDTH = 160;

/** Observes the width of an element, CSS pixels; 0 until it is known. */
const useWidth = (): [RefCallback<HTMLElement>, number] => {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
};

/** Columns over time. CSS classes set the colours, so that light and dark mode need no script. */
export const ColumnChart = ({ summary, columns, height, format }: ColumnChartProps) => {
  const [frame, width] = useWidth();
  const [pointed, setPointed] = useState<string>();
  const inner = Math.max(MIN_WIDTH, width - MARGIN.left - MARGIN.right);
  const bottom = height - MARGIN.bottom;
  const x = scaleBand({ domain: columns.map(({ key }) => key), range: [0, inner], padding: 0.25 });
  const highest = Math.max(...columns.map(({ value }) => value), 0);
  const y = scaleLinear({ domain: [0, highest || 1], range: [bottom, MARGIN.top], nice: 4 });
  const labelStep = Math.max(1, Math.ceil(columns.length / Math.max(1, Math.floor(inner / LABEL_WIDTH))));
  const labels = new Map(columns.map(({ key, label }) => [key, label]));
  return (
    <div ref={frame} className={styles.chart} onPointerLeave={() => setPointed(undefined)}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={summary}>
          <g transform={`translate(${MARGIN.left},0)`}>
            <AxisLeft
              scale={y}
              numTicks={4}
              hideAxisLine
              hideTicks
              tickFormat={(value) => format(Number(value))}
              tickClassName={styles.tick}
              tickLabelProps={{ fill: undefined, fontFamily: undefined, fontSize: undefined, dx: -4, dy: 4 }}
            />
            {y.ticks(4).map((tick) => (
              <line key={tick} className={styles.grid} x2={inner} y1={y(tick)} y2={y(tick)} />
            ))}
            {columns.map(({ key, value }) => (
              <g key={key} className={styles.column} onPointerEnter={() => setPointed(key)}>
                <rect
                  className={styles.target}
                  x={(x(key) ?? 0) - (x.step() - x.bandwidth()) / 2}
                  y={MARGIN.top}
                  width={x.step()}
                  height={bottom - MARGIN.top}
                />
                <rect
                  className={styles.bar}
                  x={x(key)}
                  y={y(value)}
                  width={x.bandwidth()}
                  height={Math.max(0, bottom - y(value))}
                />
              </g>
            ))}
            <AxisBottom
              scale={x}
              top={bottom}
              hideTicks
              axisLineClassName={styles.axis}
              stroke={undefined}
              tickValues={columns.filter((_, index) => index % labelStep === 0).map(({ key }) => key)}
              tickFormat={(key) => labels.get(key) ?? ''}
              tickClassName={styles.tick}
              tickLabelProps={{ fill: undefined, fontFamily: undefined, fontSize: undefined, textAnchor: 'middle' }}
            />
          </g>
        </svg>
      )}
      <p className={`small num ${styles.readout}`} aria-hidden>
        {columns.find(({ key }) => key === pointed)?.text}
      </p>
    </div>
  );
};

interface Slice {
  key: string;
  name: string;
  value: number;
  /** The figures as text. */
  text: string;
}

/** One horizontal bar per slice, under its name and figures. */
export const SliceChart = ({ slices }: { slices: Slice[] }) => {
  const width = scaleLinear({ domain: [0, Math.max(1, ...slices.map(({ value }) => value))], range: [0, 100] });
  return (
    <ul className={styles.slices}>
      {slices.map(({ key, name, value, text }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className="small dim num">{text}</span>
          <svg width="100%" height="10" aria-hidden>
            <rect className={styles.track} width="100%" height="10" />
            <rect className={styles.bar} width={`${width(value)}%`} height="10" />
          </svg>
        </li>
      ))}
    </ul>
  );
};
