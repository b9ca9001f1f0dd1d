export const hatchFill = 'url(#chart-hatch)';

/** Grey with strokes: 'others' differs by pattern as well as by color, in print too. */
export const Hatch = () => (
  <defs>
    <pattern
      id="chart-hatch"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="6" height="6" fill="var(--raised)" />
      <rect width="3" height="6" fill="var(--chart-rest)" />
    </pattern>
  </defs>
);
