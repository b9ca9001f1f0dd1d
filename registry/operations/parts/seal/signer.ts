import { HttpError } from '#registry/http/http-error';
import { agentFacts } from '#registry/queries/agent';
import { isWithdrawn, listCertificate } from '#registry/sealing/certificate-list';
import { isCurrent, openSigningKey, type SigningKey } from '#registry/sealing/signing-key';
import type { Context } from '../context.ts';

/** The key that seals now, listed from here on; made where there is none yet. */
export async function currentSigner(ctx: Context): Promise<SigningKey> {
  const { name } = await agentFacts(ctx.pool);
  const now = ctx.clock.now();
  const key = openSigningKey(ctx.signingKey, name, now);
  await listCertificate(ctx.writers, key, now);
  return key;
}

/** 409 where nothing may be sealed with the key: a file that would not be believed is not made. */
export async function requireSigner(ctx: Context): Promise<void> {
  const key = await currentSigner(ctx);
  if (!isCurrent(key, ctx.clock.now()))
    throw new HttpError(
      409,
      'The certificate with which files are sealed is not valid today. An administrator has to replace the signing key.',
    );
  if (await isWithdrawn(ctx.pool, key.fingerprint))
    throw new HttpError(
      409,
      'The key with which files are sealed was withdrawn. An administrator has to replace the signing key.',
    );
}
