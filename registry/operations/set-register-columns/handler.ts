import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField, HttpError } from '#registry/http/http-error';
import { withClassColumns } from '#registry/import/fields/class-columns';
import { sheets } from '#registry/import/fields/index';
import { classNames, outcomeOf } from '#registry/import/files/register-file-rows';
import { keepColumns } from '#registry/import/files/saved-mappings';
import type { Context } from '../parts/context.ts';
import { checkAgain, mappedSheet } from '../parts/registers/mapping.ts';
import { registerStep } from '../parts/registers/step.ts';

/** Keeps what the unknown columns are, for this source and these headers, and begins another check. */
export async function setRegisterColumns(
  ctx: Context,
  input: RequestFor<'SetRegisterColumns'>,
): Promise<ExactResponseFor<'SetRegisterColumns'>> {
  return registerStep(ctx, 'SetRegisterColumns', input, ['Checked', 'Approved'], async (tx, file) => {
    const outcome = outcomeOf(file);
    if (!outcome || outcome.unknownColumns.length === 0)
      throw new HttpError(409, 'The register has no unknown columns.');
    const said: string[] = [];
    for (const sheet of sheets.map((one) => withClassColumns(one, classNames(outcome)))) {
      const unknown = outcome.unknownColumns.filter((one) => one.sheet === sheet.key);
      if (unknown.length === 0) continue;
      const columns = unknown.map(({ header }) => {
        const at = input.columns.findIndex((one) => one.sheet === sheet.name && one.header === header);
        const given = input.columns[at];
        if (!given)
          throw badField('columns', `must name every unknown column; ${header} of ${sheet.name} is missing`);
        const field = sheet.fields.find(({ name }) => name === given.field);
        if (given.field !== null && !field)
          throw badField(`columns[${at}].field`, `must be a column of ${sheet.name}`);
        said.push(`${sheet.name}, ${header}: ${field?.name ?? 'left out'}`);
        return { header, field: field?.key ?? null };
      });
      await keepColumns(tx, {
        ...mappedSheet(outcome, sheet.key),
        ...{ columns, byEmail: input.actor.email, at: ctx.clock.now().toISOString() },
      });
    }
    await checkAgain(ctx, tx, file, input.actor);
    return { kind: 'ColumnsMapped', text: said.join('; ').slice(0, 2000) };
  });
}
