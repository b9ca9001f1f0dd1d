// Self-service form for the list of holders at the record date of a meeting.

import { buttonClass } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { formatDate, isDate } from '#lib/format/dates';
import type { ReportTemplate } from '#lib/reports/report-templates';
import type { ReportFormError } from '#lib/reports/self-service-form';
import { routes } from '#lib/routes';
import { ErrorTexts } from './errors.tsx';
import { bigControl, Option, Part } from './form-parts.tsx';
import { GetButton, getAction, Hidden } from './get-form.tsx';
import type { Getting } from './load-report-form.ts';

type Props = {
  recipe: ReportTemplate;
  getting: Getting;
  /** The day asked for before, after an error. */
  requested: string | null;
  problems: Partial<Record<ReportFormError, string>>;
  texts: readonly string[];
};

const meetingsShown = 6;

/**
 * The list of holders for a meeting: as of the record date of the meeting that is chosen. Today is never taken by itself.
 * Without an issuer that is chosen first, because its meetings follow from it.
 */
export function MeetingRecipe({ recipe, getting, requested, problems, texts }: Props) {
  const { issuers, state } = getting;
  const issuer = issuers.find(({ customerIssuerId }) => `${customerIssuerId}` === state.issuer);
  return (
    <>
      <PageHeader
        kicker="Report template"
        title={recipe.title}
        description="Holders with addresses, as of the record date of the meeting."
      />
      <ErrorTexts texts={getting.error ? [getting.error.message] : [...texts]} />
      {issuer ? (
        <form method="post" action={getAction} className="group/get flex flex-col gap-6">
          <p className="border-y border-line py-3 text-lg">
            Meeting list of {issuer.name}, as an Excel workbook.{' '}
            {issuers.length > 1 && <a href={routes.getRecipe(recipe.slug)}>Choose another issuer</a>}
          </p>
          <Hidden
            token={getting.token}
            state={{ issuer: state.issuer, what: state.what, recipe: recipe.slug }}
          />
          <Meetings getting={getting} requested={requested} problem={problems.day} />
          <div>
            <GetButton>Download</GetButton>
          </div>
        </form>
      ) : (
        <form method="get" className="flex flex-col gap-6">
          <Part title="Issuer" problem={problems.issuer}>
            <select name="issuer" required defaultValue="" aria-label="Issuer" className={bigControl}>
              <option value="">Choose an issuer</option>
              {issuers.map(({ customerIssuerId, name }) => (
                <option key={customerIssuerId} value={customerIssuerId}>
                  {name}
                </option>
              ))}
            </select>
          </Part>
          <div>
            <button type="submit" className={`${buttonClass('primary', 'lg')} w-full sm:w-auto`}>
              Continue
            </button>
          </div>
        </form>
      )}
      <p className="mt-8 text-muted">
        Need another report? <a href={routes.get()}>Choose a report</a>.
      </p>
    </>
  );
}

type MeetingsProps = { getting: Getting; requested: string | null; problem: string | undefined };

function Meetings({ getting: { meetings, state, today }, requested, problem }: MeetingsProps) {
  const reached = (meetings?.reached ?? []).slice(0, meetingsShown);
  const picked = requested !== null && isDate(requested) ? requested : state.day;
  const chosen = requested === null ? reached[0] : reached.find(({ record }) => record === requested);
  return (
    <Part title="Meeting" problem={problem}>
      {meetings?.awaited && (
        <p className="mb-2 max-w-prose">
          The record date of the next meeting, {formatDate(meetings.awaited)}, is still ahead. Its list can be
          created after that day.
        </p>
      )}
      {reached.length === 0 && (
        <p className="mb-2 max-w-prose">
          {meetings
            ? 'No meeting with a past record date is recorded for this issuer.'
            : 'The meetings of this issuer are not known.'}{' '}
          Choose the record date.
        </p>
      )}
      <div className="group/day grid gap-1.5 sm:grid-cols-2">
        {reached.map((one) => (
          <Option
            key={one.key}
            name="asof"
            value={one.record}
            title={`Record date ${formatDate(one.record)}`}
            note={`${one.title}, ${formatDate(one.day)}`}
            checked={one === chosen}
          />
        ))}
        <Option name="asof" value="pick" title="Another record date" checked={!chosen} />
        <label className="block group-[:not(:has([value=pick]:checked))]/day:hidden">
          <span className="sr-only">Chosen date</span>
          <input type="date" name="day" max={today} defaultValue={picked} className={bigControl} />
        </label>
      </div>
    </Part>
  );
}
