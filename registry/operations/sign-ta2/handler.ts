import { missingLines } from '#lib/contract/agent/ta2-form';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField, HttpError } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { writing } from '../parts/request/write.ts';
import { takeTa2Step } from '../parts/ta2/step.ts';
import { needAgent, versionOf, type Worksheet } from '../parts/ta2/worksheet.ts';

type Input = RequestFor<'SignTA2'>;

/** Signs the worksheet off: one user prepares it, another certifies the same answers. */
export async function signTA2(ctx: Context, input: Input): Promise<ExactResponseFor<'SignTA2'>> {
  needAgent(ctx);
  const title = input.title?.trim() ?? '';
  const telephone = input.telephone?.trim() ?? '';
  if (input.as === 'Certifier') {
    if (title === '') throw badField('title', 'must be given: the form asks for it');
    if (telephone === '') throw badField('telephone', 'must be given: the form asks for it');
  }
  return writing(ctx, 'SignTA2', input, {}, async (tx) => {
    const before = await takeTa2Step(ctx, tx, input, (sheet) => {
      needComplete(sheet);
      const answers = JSON.stringify(sheet.answers);
      if (input.as === 'Preparer') return { kind: 'Prepared', answers };
      needPreparedByAnother(sheet, input);
      return { kind: 'Certified', title, telephone, answers };
    });
    return {
      version: versionOf(before) + 1,
      state: input.as === 'Preparer' ? 'Prepared' : 'Certified',
    };
  });
}

function needComplete({ year, isPartial, isShortForm, answers }: Worksheet): void {
  if (isPartial) throw new HttpError(409, `The year ${year} has not ended. The worksheet cannot be signed.`);
  const missing = missingLines((line) => answers[line] ?? null, isShortForm);
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ item }) => item))].join(', ');
  throw new HttpError(409, `These lines have no answer yet: ${names}. Nothing was signed.`);
}

function needPreparedByAnother({ signOff }: Worksheet, { actor }: Input): void {
  const { state, prepared } = signOff;
  if (state === 'Certified') throw new HttpError(409, 'The worksheet is certified already.');
  if (state !== 'Prepared' || !prepared)
    throw new HttpError(409, 'The worksheet has to be prepared before it is certified. Nothing was signed.');
  if (prepared.by_email.toLowerCase() === actor.email.toLowerCase())
    throw new HttpError(409, 'You prepared this worksheet. Another user has to certify it.');
}
