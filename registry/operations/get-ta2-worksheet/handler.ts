import { ta2Form } from '#lib/contract/agent/ta2-form';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import type { Ta2Step } from '#registry/ledger/ta2-worksheet';
import type { Context } from '../parts/context.ts';
import { listFigures } from '../parts/ta2/lists.ts';
import { lastEntries } from '../parts/ta2/sign-off.ts';
import {
  differenceReasons,
  hasRows,
  needAgent,
  readWorksheet,
  signatureOf,
  signerName,
  versionOf,
} from '../parts/ta2/worksheet.ts';

const by = (step: Ta2Step) => ({ by: step.by_email, byName: signerName(step), at: step.at });

/** The worksheet of a year with last year's answers beside it, its sign-off and its history. */
export async function getTA2Worksheet(
  ctx: Context,
  { year }: RequestFor<'GetTA2Worksheet'>,
): Promise<ExactResponseFor<'GetTA2Worksheet'>> {
  needAgent(ctx);
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const sheet = await readWorksheet(db, year, today);
    const before = await readWorksheet(db, year - 1, today);
    const { figures, recorded, steps, answers, signOff } = sheet;
    const entries = lastEntries(steps);
    const signature = signatureOf(sheet, ctx.clock.timeZone);
    const { prepared, certified } = signOff;
    return {
      reportingYear: year,
      periodStart: figures.period.from,
      periodEnd: figures.period.to,
      dueDate: `${year + 1}-03-31`,
      isPartial: sheet.isPartial,
      isShortForm: sheet.isShortForm,
      version: versionOf(sheet),
      fileNumber: sheet.agent.fileNumber,
      lines: ta2Form.map(({ id }) => {
        const entry = entries.get(id);
        const isEntered = entry?.kind === 'Entered';
        return {
          line: id,
          recorded: recorded.get(id)?.value ?? null,
          entered: isEntered ? entry.value : null,
          reason: isEntered ? entry.reason : '',
          enteredBy: isEntered ? signerName(entry) : '',
          enteredAt: isEntered ? entry.at : null,
          answer: answers[id] ?? signature[id] ?? null,
          lastYear: before.answers[id] ?? null,
          note: recorded.get(id)?.note ?? '',
          hasRows: hasRows(id),
        };
      }),
      reasons: await differenceReasons(db, sheet),
      lists: await listFigures(db, ctx.memory, figures),
      signOff: {
        state: signOff.state,
        prepared: prepared && by(prepared),
        certified: certified && {
          ...by(certified),
          title: certified.title,
          telephone: certified.telephone,
        },
        takenBack: signOff.takenBack,
        changes: signOff.changes,
      },
      steps: steps
        .map((step, index) => ({
          version: step.version,
          kind: step.kind,
          line: step.line,
          was: steps.slice(0, index).findLast(({ line }) => line !== '' && line === step.line)?.value ?? null,
          value: step.value,
          reason: step.reason,
          ...by(step),
        }))
        .toReversed(),
    };
  });
}
