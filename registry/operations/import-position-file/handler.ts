import { createHash } from 'node:crypto';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { importFile } from '#registry/depository/import-file';
import { HttpError } from '#registry/http/http-error';
import { agentFacts } from '#registry/queries/agent';
import type { Context } from '../parts/context.ts';
import { writing } from '../parts/request/write.ts';
import {
  needAllIssuersForPositions,
  positionFileById,
  shownPositionFile,
} from '../parts/response/position-file.ts';

/** Imports a position file in the name of the actor. Its errors name line and field, and nothing is stored then. */
export async function importPositionFile(
  ctx: Context,
  input: RequestFor<'ImportPositionFile'>,
): Promise<ExactResponseFor<'ImportPositionFile'>> {
  needAllIssuersForPositions(ctx);
  const { body, mediaType, ...facts } = input;
  const keyed = { ...facts, sha256: createHash('sha256').update(body).digest('hex') };
  return writing(ctx, 'ImportPositionFile', keyed, {}, async (tx) => {
    const { participantNumber } = await agentFacts(tx);
    const imported = await importFile(tx, {
      bytes: body,
      name: input.name,
      agent: participantNumber,
      today: ctx.clock.today(),
      by: input.actorEmail,
      at: ctx.clock.now().toISOString(),
    });
    if ('errors' in imported) {
      const texts = imported.errors.map(({ line, field, text }) => `Line ${line}, ${field}: ${text}.`);
      throw new HttpError(400, `The position file was not imported. ${texts[0]}`, {
        errors: { file: texts },
      });
    }
    const file = await positionFileById(tx, imported.id);
    return { file: shownPositionFile(file), isKnown: imported.isKnown };
  });
}
