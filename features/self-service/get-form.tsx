import { buttonClass } from '#components/ui/button';
import type { ButtonVariant } from '#components/ui/button-variant';
import { cn } from '#components/ui/cn';
import { labelType } from '#lib/contract/labels';
import { metaOf } from '#lib/contract/shape';
import type { GetState } from '#lib/reports/self-service-form';

import { bigControl, DayPart, Option, Part, type PartProps, PeriodPart } from './form-parts.tsx';

/** Target of the form: a route handler, not a page. */
export const getAction = '/api/get';

/** Hidden fields of the form. */
export function Hidden({ token, state }: { token: string; state: Record<string, string> }) {
  return (
    <>
      {Object.entries({ ...state, token }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

export const GetButton = ({
  variant = 'primary',
  children,
}: {
  variant?: ButtonVariant;
  children: string;
}) => (
  <button type="submit" className={cn(buttonClass(variant, 'lg'), 'w-full sm:w-auto')}>
    {children}
  </button>
);

/** A single issuer is shown as text; several as a choice. */
export function IssuerPart({ getting, problems: errors }: PartProps) {
  const { issuers, state } = getting;
  const [only] = issuers;
  if (issuers.length === 1 && only) return <Hidden token={getting.token} state={{ issuer: state.issuer }} />;
  return (
    <Part title="Issuer" problem={errors.issuer}>
      <input type="hidden" name="token" value={getting.token} />
      <select name="issuer" required defaultValue={state.issuer} aria-label="Issuer" className={bigControl}>
        <option value="">Choose an issuer</option>
        {issuers.map((issuer) => (
          <option key={issuer.customerIssuerId} value={issuer.customerIssuerId}>
            {issuer.name}
          </option>
        ))}
      </select>
    </Part>
  );
}

/**
 * The self-service form: plain HTML that works without script. Only the style sheet hides parts that the choice
 * does not need; a browser without support shows them all.
 */
export function GetForm({ getting, problems: errors }: PartProps) {
  const { reports, state } = getting;
  const sheets = metaOf(labelType).choices ?? [];
  return (
    <form method="post" action={getAction} className="group/get flex flex-col gap-5">
      <IssuerPart getting={getting} problems={errors} />
      <Part title="Report" problem={errors.what}>
        <div className="grid gap-1.5 sm:grid-cols-2 md:grid-cols-3">
          {reports.map((report) => (
            <ReportOption key={report.id} report={report} state={state} />
          ))}
        </div>
      </Part>
      <Part
        title="Holder"
        problem={errors.holder ?? errors.account}
        className="group-[:not(:has([value=statement]:checked))]/get:hidden"
      >
        <label>
          <span className="text-sm text-muted">Account number, as shown on statements and holder lists</span>
          <input
            type="text"
            name="holder"
            defaultValue={state.holder}
            autoComplete="off"
            spellCheck={false}
            className={bigControl}
          />
        </label>
      </Part>
      <Part
        title="Label sheet"
        problem={errors.sheet}
        className="group-[:not(:has([value=labels]:checked))]/get:hidden"
      >
        <select
          name="sheet"
          defaultValue={state.sheet || 'LABEL5160'}
          aria-label="Label sheet"
          className={bigControl}
        >
          {sheets.map((sheet) => (
            <option key={`${sheet.value}`} value={`${sheet.value}`}>
              {sheet.title}
            </option>
          ))}
        </select>
      </Part>
      <DayPart getting={getting} problems={errors} />
      <PeriodPart getting={getting} problems={errors} />
      <details
        open={state.format !== ''}
        className="border-y border-line py-2 group-[:has([value=labels]:checked)]/get:hidden"
      >
        <summary className="cursor-pointer text-lg">
          Format <span className="text-muted">· optional</span>
        </summary>
        <div className="mt-2 grid gap-1.5 sm:grid-cols-3">
          <Option name="format" value="" title="Default" checked={state.format === ''} />
          <Option name="format" value="xlsx" title="Excel" checked={state.format === 'xlsx'} />
          <Option name="format" value="pdf" title="PDF" checked={state.format === 'pdf'} />
        </div>
      </details>
      <div>
        <GetButton>Download</GetButton>
      </div>
    </form>
  );
}

function ReportOption({
  report,
  state,
}: {
  report: PartProps['getting']['reports'][number];
  state: GetState;
}) {
  return (
    <Option
      name="what"
      value={report.id}
      title={report.title}
      note={`${report.note}\u00a0·\u00a0${report.format === 'pdf' ? 'PDF' : 'Excel'}`}
      checked={state.what === report.id}
      mark={report.days === 'period' ? 'period' : undefined}
    />
  );
}
