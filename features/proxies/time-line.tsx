import { cn } from '#components/ui/cn';
import { isDate } from '#lib/format/dates';
import { fromToday } from '#lib/register/from-today';
import { momentText } from '#lib/register/meetings/meeting-text';
import type { Meeting, Moment } from '#lib/register/meetings/meetings';

type Step = { name: string; moment: Moment; about: string };

const stepsOf = ({ record, mailing, voteClose, meeting }: Meeting): Step[] => [
  { name: 'Record date', moment: record, about: 'Holders at the close may vote' },
  { name: 'Mailing', moment: mailing, about: 'Proxy material is sent' },
  { name: 'Vote closes', moment: voteClose, about: 'Last date to vote by proxy' },
  { name: 'Meeting', moment: meeting, about: 'Shares represented count for the quorum' },
];

/** Dates of a meeting in order, each with its name, and today among them. */
export function TimeLine({ meeting, today }: { meeting: Meeting; today: string }) {
  // A date that was not given is placed after the step before it.
  let before = '';
  const placed = stepsOf(meeting).map((step) => {
    before = isDate(step.moment.day) ? step.moment.day : before;
    return { step, day: before };
  });
  // Array sort is stable: events of one day keep their default order.
  placed.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const next = placed.findIndex(({ day }) => day >= today);
  const at = next === -1 ? placed.length : next;
  return (
    <ol className="grid gap-y-0 sm:grid-cols-4" aria-label="Dates">
      {placed.map(({ step }, index) => {
        const done = index < at;
        return (
          <li
            key={step.name}
            aria-current={index === at ? 'step' : undefined}
            className="relative pb-3 pl-7 sm:pr-4 sm:pb-0 sm:pl-0"
          >
            <Rail done={done} next={index === at} last={index === placed.length - 1} />
            <div>
              <p className="text-xs text-muted">{step.name}</p>
              <p className={cn(done && 'text-muted', index === at && 'font-medium')}>
                {momentText(step.moment)}
              </p>
              <p className="text-xs text-muted">{fromToday(step.moment.day, today) || step.about}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** A dot on a line: filled when past, ringed when next; vertical on a phone. */
function Rail({ done, next, last }: { done: boolean; next: boolean; last: boolean }) {
  const color = done ? 'var(--accent)' : 'var(--rule)';
  return (
    <>
      <svg className="hidden h-4 w-full sm:block" aria-hidden="true">
        {!last && <line x1="14" x2="100%" y1="8" y2="8" stroke={color} strokeWidth="2" />}
        <Dot done={done} next={next} />
      </svg>
      <svg className="absolute inset-y-0 left-0 h-full w-4 sm:hidden" aria-hidden="true">
        {!last && <line x1="7" x2="7" y1="14" y2="100%" stroke={color} strokeWidth="2" />}
        <Dot done={done} next={next} />
      </svg>
    </>
  );
}

const Dot = ({ done, next }: { done: boolean; next: boolean }) => (
  <circle
    cx="7"
    cy="8"
    r={next ? 5.5 : 4.5}
    fill={done ? 'var(--accent)' : 'var(--raised)'}
    stroke={done || next ? 'var(--accent)' : 'var(--rule)'}
    strokeWidth={next ? 2.5 : 1.5}
  />
);
