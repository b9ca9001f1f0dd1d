import { isDate } from '#lib/format/dates';
import { classes } from '@/components/ui/classes';
import { momentWords } from '../../../../meeting-words.ts';
import { fromToday, type Meeting, type Moment } from '../../../../meetings.ts';

type Step = { name: string; moment: Moment; about: string };

const stepsOf = ({ record, mailing, voteClose, meeting }: Meeting): Step[] => [
  { name: 'Record date', moment: record, about: 'Who holds at its close may vote' },
  { name: 'Mailing', moment: mailing, about: 'Proxy material goes out' },
  { name: 'Vote closes', moment: voteClose, about: 'Proxies are counted until then' },
  { name: 'Meeting', moment: meeting, about: 'Shares present make the quorum' },
];

/** The days of a meeting in their order, each in words, with today where it falls among them. */
export function TimeLine({ meeting, today }: { meeting: Meeting; today: string }) {
  const day = (step: Step) => (isDate(step.moment.day) ? step.moment.day : '9999');
  // Array sort is stable: what falls on one day keeps the order in which it happens.
  const steps = stepsOf(meeting).sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0));
  const next = steps.findIndex((step) => day(step) >= today);
  const at = next === -1 ? steps.length : next;
  return (
    <ol className="grid gap-y-0 sm:grid-cols-4" aria-label="Dates">
      {steps.map((step, index) => {
        const done = index < at;
        return (
          <li
            key={step.name}
            aria-current={index === at ? 'step' : undefined}
            className="relative flex gap-3 pb-3 sm:block sm:pr-4 sm:pb-0"
          >
            <Rail done={done} next={index === at} last={index === steps.length - 1} />
            <div className="min-w-0">
              <p className="text-xs text-muted">{step.name}</p>
              <p className={classes(done && 'text-muted', index === at && 'font-medium')}>
                {momentWords(step.moment)}
              </p>
              <p className="text-xs text-muted">{fromToday(step.moment.day, today) || step.about}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** A dot on a line: filled when it is over, ringed when it is the next; upright on a phone. */
function Rail({ done, next, last }: { done: boolean; next: boolean; last: boolean }) {
  const color = done ? 'var(--accent)' : 'var(--rule)';
  return (
    <>
      <svg className="hidden h-4 w-full sm:block" aria-hidden="true">
        {!last && <line x1="14" x2="100%" y1="8" y2="8" stroke={color} strokeWidth="2" />}
        <Dot done={done} next={next} />
      </svg>
      <svg className="w-4 shrink-0 self-stretch sm:hidden" aria-hidden="true">
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
