import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { PressButton } from '#components/ui/press-button';
import type { Tone } from '#lib/format/tone';
import { answerText, changeText } from './answer-text.ts';
import { type Line, type LineSource, lineName } from './lines.ts';

const tones: Readonly<Partial<Record<LineSource, Tone>>> = {
  Missing: 'danger',
  Entered: 'warning',
  'TA-2 report': 'accent',
};

export type LineActions = {
  /** Null where entries are not kept. */
  onEnter: ((line: Line) => void) | null;
  onOpen: (line: Line) => void;
};

/** One line: answer, change from last year, source, and what can be done with it. */
export function LineRow({ line, onEnter, onOpen }: { line: Line } & LineActions) {
  const { form, answer, lastYear, source } = line;
  const text = answerText(form, answer);
  const change = changeText(form, answer, lastYear);
  const name = lineName(form);
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,15rem)_minmax(0,10rem)_9rem] items-start gap-x-4 gap-y-0.5 border-b border-line py-1.5 last:border-b-0 max-lg:grid-cols-[4.5rem_minmax(0,1fr)]">
      <span className="text-muted">{form.item}</span>
      <div className="min-w-0">
        {form.text}
        {form.column && <span>: {form.column.toLowerCase()}</span>}
        {line.note && <p className="text-xs break-words text-muted">{line.note}</p>}
        {line.replaced !== null && (
          <p className="text-xs text-muted">
            In place of {answerText(form, line.replaced)} from the records.
          </p>
        )}
      </div>
      <div className="min-w-0 break-words max-lg:col-start-2">
        {line.hasRows && text ? (
          <PressButton
            type="button"
            onClick={() => onOpen(line)}
            aria-label={`${name}, ${text}: show the rows behind it`}
            className="text-left font-medium text-accent underline"
          >
            {text}
          </PressButton>
        ) : (
          <span className="font-medium">{text || '–'}</span>
        )}
      </div>
      <div className="min-w-0 text-sm break-words text-muted max-lg:col-start-2">
        {lastYear === null ? (
          'Last year –'
        ) : (
          <>
            <span className="lg:hidden">Last year </span>
            {form.kind === 'text' ? '' : answerText(form, lastYear)}
            {change && <span> {form.kind === 'text' ? change : `(${change})`}</span>}
          </>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 max-lg:col-start-2">
        <Badge tone={tones[source]}>{source}</Badge>
        {onEnter && line.mayBeEntered && (
          <Button
            size="sm"
            onClick={() => onEnter(line)}
            aria-label={`${answer === null ? 'Enter' : 'Change'} ${name}`}
            className="print:hidden"
          >
            {answer === null ? 'Enter' : 'Change'}
          </Button>
        )}
      </div>
    </li>
  );
}
