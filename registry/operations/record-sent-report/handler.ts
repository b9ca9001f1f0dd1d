import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { federalCalendar } from '#lib/format/business-days';
import { periodEndError, spanOf } from '#lib/register/sent-report-rules';
import { badField, HttpError } from '#registry/http/http-error';
import { reportDueDate } from '#registry/items/rules/clock';
import { addSentReport } from '#registry/ledger/sent-reports';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

type Input = RequestFor<'RecordSentReport'>;

/** Records in the name of the actor that a report was sent, with the digest of its file. */
export async function recordSentReport(
  ctx: Context,
  input: Input,
): Promise<ExactResponseFor<'RecordSentReport'>> {
  const { customerIssuerId, kind, periodEnd, sentOn } = input;
  const recipient = customerIssuerId === null ? 'Agency' : 'Issuer';
  if (recipient === 'Agency' && ctx.caller.issuers !== 'all')
    throw new HttpError(403, 'Only clients for all issuers may record reports to the agency.');
  const span = spanOf(kind, recipient);
  if (!span) throw badField('kind', 'must be a report that goes to an issuer: this one goes to the agency');
  const today = ctx.clock.today();
  if (sentOn > today) throw badField('sentOn', `must not be later than today, ${today}`);
  const wrong = periodEndError(span, periodEnd, sentOn);
  if (wrong) throw badField('periodEnd', wrong);
  const dueOn = span === 'day' ? null : reportDueDate(periodEnd, federalCalendar);
  return writing(ctx, 'RecordSentReport', input, {}, async (tx) => {
    const issuer =
      customerIssuerId === null
        ? null
        : await issuerInScope(tx, ctx.caller, 'customerIssuerId', customerIssuerId);
    const sentReportId = await addSentReport(tx, {
      issuerId: issuer?.id ?? null,
      kind,
      periodEnd,
      dueOn,
      sentOn,
      sentTo: input.sentTo,
      fileName: input.fileName,
      sha256: input.sha256,
      note: input.note?.trim() ?? '',
      recordedBy: input.actor.email,
      recordedAt: ctx.clock.now().toISOString(),
    });
    return { sentReportId, dueOn };
  });
}
