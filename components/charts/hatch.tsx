// SVG patterns that hatch a shape, so that it is told apart without color.

type Props = { id: string; ground?: string; stroke: string; strokeWidth?: number };

/** Strokes on a ground: differs by pattern as well as by color, in print and grayscale too. */
export const HatchPattern = ({ id, ground = 'var(--raised)', stroke, strokeWidth = 3 }: Props) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={ground} />
      <rect width={strokeWidth} height="6" fill={stroke} />
    </pattern>
  </defs>
);

export const hatchFill = 'url(#chart-hatch)';

/** Grey with strokes, for 'others'. */
export const Hatch = () => <HatchPattern id="chart-hatch" stroke="var(--chart-rest)" />;
