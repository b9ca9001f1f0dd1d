import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField, HttpError } from '#registry/http/http-error';
import { linkCodes, linkDecision } from '#registry/import/check/known-registrations';
import { sheets } from '#registry/import/fields/index';
import { outcomeOf } from '#registry/import/files/register-file-rows';
import { keepValues } from '#registry/import/files/saved-mappings';
import { codesOf, valueKey } from '#registry/import/read/unlisted-values';
import type { Context } from '../parts/context.ts';
import { checkAgain, mappedSheet } from '../parts/registers/mapping.ts';
import { registerStep } from '../parts/registers/step.ts';

/**
 * Keeps what values that are not in the lists mean, and which registrations that are here get the account, for this source
 * and these headers, and begins another check.
 */
export async function setRegisterValues(
  ctx: Context,
  input: RequestFor<'SetRegisterValues'>,
): Promise<ExactResponseFor<'SetRegisterValues'>> {
  return registerStep(ctx, 'SetRegisterValues', input, ['Checked', 'Approved'], async (tx, file) => {
    const outcome = outcomeOf(file);
    const unknown = outcome?.unknownValues ?? [];
    if (!outcome || unknown.length === 0) throw new HttpError(409, 'The register has no unknown values.');
    const decided = input.values.map(({ sheet: name, field: header, value, code }, at) => {
      const sheet = sheets.find((one) => one.name === name);
      const field = sheet?.fields.find((one) => one.name === header);
      const found = unknown.find(
        (one) =>
          one.sheet === sheet?.key && one.field === field?.key && valueKey(one.value) === valueKey(value),
      );
      if (!sheet || !field || !found)
        throw badField(`values[${at}].value`, 'must be a value that the check asks about');
      const codes = found.here === undefined ? codesOf(field.type) : linkCodes;
      if (code !== null && !codes?.some(([one]) => one === code))
        throw badField(`values[${at}].code`, `must be a value of ${header}`);
      return {
        sheet: sheet.key,
        field: field.key,
        value,
        code: code !== null && found.here !== undefined ? linkDecision(code, found.here) : code,
        said: `${name}, ${header}: ${value} = ${code ?? '–'}`,
      };
    });
    const at = ctx.clock.now().toISOString();
    for (const [sheet, values] of Map.groupBy(decided, (one) => one.sheet))
      await keepValues(tx, { ...mappedSheet(outcome, sheet), values, byEmail: input.actor.email, at });
    await checkAgain(ctx, tx, file, input.actor);
    return {
      kind: 'ValuesMapped',
      text: decided
        .map(({ said }) => said)
        .join('; ')
        .slice(0, 2000),
    };
  });
}
