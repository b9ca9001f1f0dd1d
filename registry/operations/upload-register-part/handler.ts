import { createHash } from 'node:crypto';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField, HttpError } from '#registry/http/http-error';
import { addStep } from '#registry/import/files/register-file-rows';
import { digestOf } from '#registry/import/read/open-register';
import type { Context } from '../parts/context.ts';
import { registerDetail, registerFile } from '../parts/registers/register-file-response.ts';
import { nameOf, sameUser } from '../parts/registers/step.ts';
import { writing } from '../parts/request/write.ts';

/**
 * Writes the next part of a register. A part that arrived before, whose answer was lost, is accepted again. The last one
 * ends the upload: the digest of the whole file is taken.
 */
export async function uploadRegisterPart(
  ctx: Context,
  input: RequestFor<'UploadRegisterPart'>,
): Promise<ExactResponseFor<'UploadRegisterPart'>> {
  const { body, mediaType, ...facts } = input;
  const actor = { email: input.actorEmail, firstName: input.actorFirstName, lastName: input.actorLastName };
  const keyed = { ...facts, sha256: createHash('sha256').update(body).digest('hex') };
  return writing(ctx, 'UploadRegisterPart', keyed, {}, async (tx) => {
    // The lock keeps two requests from writing the same file.
    const file = await registerFile(ctx, tx, input.registerFileId, true);
    if (!sameUser(file.uploaded_by, actor.email))
      throw new HttpError(409, 'Another user uploads this register.');
    const [received, bytes] = [Number(file.received), Number(file.bytes)];
    const end = input.offset + body.length;
    if (end > bytes) throw badField('offset', `makes the file longer than its ${bytes} bytes`);
    if (end <= received) return registerDetail(ctx, tx, file.id);
    if (file.state !== 'Uploading') throw new HttpError(409, 'The upload has ended.');
    if (input.offset !== received)
      throw new HttpError(409, `The next part of this register begins at byte ${received}.`);
    const { folder } = ctx.registers;
    await folder.write(file.id, input.offset, body);
    if (end < bytes) {
      await tx.query('update register_file set received = $2 where id = $1', [file.id, end]);
      return registerDetail(ctx, tx, file.id);
    }
    const sha256 = await digestOf(folder.pathOf(file.id));
    await tx.query(
      `update register_file set received = $2, state = 'Uploaded', sha256 = $3, version = version + 1 where id = $1`,
      [file.id, end, sha256],
    );
    await addStep(tx, file.id, {
      at: ctx.clock.now().toISOString(),
      ...{ kind: 'Uploaded', byEmail: actor.email, byName: nameOf(actor), text: `SHA-256 ${sha256}` },
    });
    return registerDetail(ctx, tx, file.id);
  });
}
