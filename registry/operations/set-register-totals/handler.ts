import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import { formatShares } from '#lib/format/shares';
import { badField, HttpError } from '#registry/http/http-error';
import type { TypedTotal } from '#registry/import/check/totals';
import { outcomeOf, typedTotalsOf } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { checkAgain } from '../parts/registers/mapping.ts';
import { registerStep } from '../parts/registers/step.ts';

const nameOf = (total: Pick<TypedTotal, 'class' | 'measure'>) => `${total.class}, ${total.measure}`;

/**
 * Keeps the control totals that were typed for this file, and begins another check. They are part of its result, to which
 * an approval is bound.
 */
export async function setRegisterTotals(
  ctx: Context,
  input: RequestFor<'SetRegisterTotals'>,
): Promise<ExactResponseFor<'SetRegisterTotals'>> {
  return registerStep(ctx, 'SetRegisterTotals', input, ['Checked', 'Approved'], async (tx, file) => {
    const outcome = outcomeOf(file);
    if (!outcome || outcome.classes.length === 0)
      throw new HttpError(
        409,
        'The check read no classes of this file. Control totals are typed for classes.',
      );
    const before = new Map(typedTotalsOf(file).map((one) => [nameOf(one), one]));
    const after = new Map<string, TypedTotal>();
    for (const [at, total] of input.totals.entries()) {
      if (!outcome.classes.some((one) => one.class === total.class))
        throw badField(`totals[${at}].class`, 'must be a class of this file');
      const name = nameOf(total);
      if (after.has(name)) throw badField(`totals[${at}].measure`, 'must be given once for each class');
      const known = before.get(name);
      // Who typed a total stays with it until another value is typed.
      after.set(name, known?.value === total.value ? known : { ...total, byEmail: input.actor.email });
    }
    const said = [
      ...[...after]
        .filter(([name, { value }]) => before.get(name)?.value !== value)
        .map(([name, { value }]) => `${name}: ${formatShares(value)}`),
      ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${name}: removed`),
    ];
    if (said.length === 0) throw new HttpError(409, 'No control total was changed.');
    await tx.query('update register_file set outcome = $2 where id = $1', [
      file.id,
      writeJson({ ...outcome, typedTotals: [...after.values()] }),
    ]);
    await checkAgain(ctx, tx, file, input.actor);
    return { kind: 'TotalsTyped', text: said.join('; ').slice(0, 2000) };
  });
}
