import { QuorumBar } from '#components/register/quorum-bar';
import { cn } from '#components/ui/cn';
import { formatPercent } from '#lib/format/percent';
import { quorumStatusText } from '#lib/register/meetings/meeting-text';
import { isAhead, isCanceled, type Meeting } from '#lib/register/meetings/meetings';

/** Whether the quorum is met or how many shares are missing, then a bar with the quorum marked. */
export function QuorumLine({ meeting, today }: { meeting: Meeting; today: string }) {
  const { entitled, voted, quorum } = meeting;
  const whole = entitled !== null && entitled > 0n && voted !== null;
  const counts = whole && !isCanceled(meeting);
  return (
    <div>
      <p
        className={cn(
          'text-lg font-medium',
          counts && quorum.state === 'met' && 'text-positive',
          counts && quorum.state === 'missing' && (isAhead(meeting, today) ? 'text-warning' : 'text-danger'),
        )}
      >
        {quorumStatusText(meeting, today)}
      </p>
      {counts && (
        <>
          <QuorumBar meeting={meeting} className="mt-1 h-5 w-full" />
          <p className="text-sm text-muted">
            {formatPercent(voted, entitled, 2)} of entitled shares voted. The line marks the quorum.
            {isAhead(meeting, today) && ' Preliminary: votes are accepted until the vote closes.'}
          </p>
        </>
      )}
    </div>
  );
}
