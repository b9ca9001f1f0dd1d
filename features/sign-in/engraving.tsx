// Decorative drawing on the sign-in pages.

const points = 240;

/** A closed curve: a circle whose radius swings `waves` times. */
function curve(radius: number, swing: number, waves: number): string {
  const at = Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const r = radius + swing * Math.sin(waves * angle);
    return `${Math.round(r * Math.cos(angle))} ${Math.round(r * Math.sin(angle))}`;
  });
  return `M${at.join('L')}Z`;
}

const rings = [
  { id: 'outer', d: curve(300, 150, 8), waves: 8, turns: 24 },
  { id: 'inner', d: curve(120, 34, 12), waves: 12, turns: 12 },
];

/** The rosette of an engraved share certificate: decoration only, drawn on the server from two curves. */
export function Engraving() {
  return (
    <svg
      aria-hidden="true"
      viewBox="-470 -470 940 940"
      className="absolute -right-56 -bottom-56 size-[52rem] text-accent opacity-25"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.6"
    >
      {rings.map(({ id, d, waves, turns }) => (
        <g key={id}>
          <path id={`engraving-${id}`} d={d} />
          {Array.from({ length: turns - 1 }, (_, turn) => {
            const degrees = ((turn + 1) * 360) / waves / turns;
            return (
              <use key={degrees} href={`#engraving-${id}`} transform={`rotate(${degrees.toFixed(3)})`} />
            );
          })}
        </g>
      ))}
    </svg>
  );
}
