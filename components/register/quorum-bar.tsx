import { ratio } from '#lib/register/bigint-math';
import type { Meeting } from '#lib/register/meetings/meetings';
import { readQuorum, sharesNeeded } from '#lib/register/meetings/quorum';

/**
 * Shares voted out of those entitled, with the quorum marked. Drawn with attributes because the CSP allows no
 * inline style; the sentence beside it gives the same information. Renders nothing without shares to vote.
 */
export function QuorumBar({ meeting, className }: { meeting: Meeting; className?: string }) {
  const { entitled, voted, quorumText, quorum } = meeting;
  if (entitled === null || entitled <= 0n || voted === null) return null;
  const part = readQuorum(quorumText);
  const tick = part ? ratio(sharesNeeded(entitled, part), entitled) : null;
  return (
    <svg className={className} aria-hidden="true">
      <rect y="4" width="100%" height="12" rx="2" fill="color-mix(in srgb, var(--ink) 14%, var(--surface))" />
      <rect
        y="4"
        width={`${Math.min(100, ratio(voted, entitled))}%`}
        height="12"
        rx="2"
        fill={quorum.state === 'met' ? 'var(--positive)' : 'var(--chart-1)'}
      />
      {tick !== null && (
        <line x1={`${tick}%`} x2={`${tick}%`} y1="0" y2="20" stroke="var(--ink)" strokeWidth="2" />
      )}
    </svg>
  );
}
