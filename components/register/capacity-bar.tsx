// Bar of the shares of a class: outstanding, treasury, reserved and available to issue.

import { ratio } from '#lib/register/bigint-math';
import { type Capacity, hasBar } from '#lib/register/capacity';
import { HatchPattern } from '../charts/hatch.tsx';
/**
 * Fill for shares available to issue. Stays light in high-contrast mode: a dark one would make every bar look
 * full.
 */
export const availableFill = 'color-mix(in srgb, var(--ink) 14%, var(--surface))';

/**
 * Outstanding, treasury and reserved as parts of authorized. Drawn with attributes because the CSP allows no
 * inline style; the figures beside it give the same information.
 */
export function CapacityBar({ capacity, className }: { capacity: Capacity; className?: string }) {
  const { authorized: whole, issued, outstanding, reserved } = capacity;
  if (!hasBar(capacity)) return null;
  const held = issued !== null && outstanding !== null ? issued - outstanding : null;
  const parts = [
    { name: 'outstanding', size: ratio(outstanding, whole), fill: 'var(--chart-1)' },
    { name: 'held', size: ratio(held, whole), fill: 'var(--chart-rest)' },
    { name: 'reserved', size: ratio(reserved, whole), fill: 'url(#reserved-hatch)' },
  ];
  let at = 0;
  return (
    <svg className={className} aria-hidden="true">
      <rect width="100%" height="100%" fill={availableFill} />
      {parts.map(({ name, size, fill }) => {
        const x = at;
        at += size;
        return (
          size > 0 && (
            <rect key={name} x={`${x}%`} width={`${Math.max(size, 0.3)}%`} height="100%" fill={fill} />
          )
        );
      })}
    </svg>
  );
}

/** The hatching for reserved shares, once per page. */
export function CapacityPatterns() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <HatchPattern
        id="reserved-hatch"
        ground="var(--accent-soft)"
        stroke="var(--chart-2)"
        strokeWidth={2.5}
      />
    </svg>
  );
}
