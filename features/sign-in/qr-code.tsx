import { encode } from 'uqr';

/** Modules of white around the code, without which cameras do not find it (ISO/IEC 18004). */
const quiet = 4;

/** QR code as one path, black on white in every theme, because cameras need that contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 border border-line"
    >
      <rect x={-quiet} y={-quiet} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
