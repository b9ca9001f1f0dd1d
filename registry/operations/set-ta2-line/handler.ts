import { ta2Form, ta2ValueError } from '#lib/contract/agent/ta2-form';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import type { Context } from '../parts/context.ts';
import { writing } from '../parts/request/write.ts';
import { lastEntries } from '../parts/ta2/sign-off.ts';
import { takeTa2Step } from '../parts/ta2/step.ts';
import { needAgent, versionOf } from '../parts/ta2/worksheet.ts';

/** Enters the answer of a line, or clears it, in the name of the actor. A signature after it has to be given again. */
export async function setTA2Line(
  ctx: Context,
  input: RequestFor<'SetTA2Line'>,
): Promise<ExactResponseFor<'SetTA2Line'>> {
  needAgent(ctx);
  const form = ta2Form.find(({ id }) => id === input.line);
  if (!form) throw badField('line', 'must be a line of the form');
  const value = input.value?.trim() ?? null;
  const reason = input.reason?.trim() ?? '';
  const wrong = value === null ? null : ta2ValueError(form, value);
  if (wrong) throw badField('value', wrong);
  return writing(ctx, 'SetTA2Line', input, {}, async (tx) => {
    const before = await takeTa2Step(ctx, tx, input, ({ recorded, steps }) => {
      const current = lastEntries(steps).get(form.id)?.value ?? null;
      if (value === current)
        throw badField(
          'value',
          value === null ? 'must be given: nothing is entered' : 'must differ from the entered answer',
        );
      if (value !== null && (recorded.get(form.id)?.value ?? null) !== null && reason === '')
        throw badField('reason', 'must say why the recorded figure is corrected');
      return value === null
        ? { kind: 'Cleared', line: form.id, reason }
        : { kind: 'Entered', line: form.id, value, reason };
    });
    const wasSigned = before.signOff.state === 'Prepared' || before.signOff.state === 'Certified';
    return { version: versionOf(before) + 1, isSignOffTakenBack: wasSigned };
  });
}
