// Registrations are in capitals: about 8.5 px a letter at this size.
const letterPx = 8.5;
const nameGapPx = 10;

/** Room for the names: a third of a phone, up to forty letters on a wide window. */
export function nameWidthPx(windowPx: number): number {
  if (windowPx < 640) return 116;
  return windowPx < 1200 ? 214 : 350;
}

export const nameLengthMax = (widthPx: number) => Math.floor((widthPx - nameGapPx) / letterPx);

const shorten = (name: string, max: number) => (name.length > max ? `${name.slice(0, max - 1)}…` : name);

export type TickProps = { x?: number | string; y?: number | string; payload?: { value: string } };

/** A name before its bar, cut to the room there is. */
export function NameTick({ x, y, payload, lengthMax }: TickProps & { lengthMax: number }) {
  return (
    <text x={Number(x) - 4} y={y} dy={4} textAnchor="end" fontSize={12} fill="var(--ink)">
      {shorten(payload?.value ?? '', lengthMax)}
    </text>
  );
}
