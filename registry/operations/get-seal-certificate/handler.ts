import type { ExactResponseFor } from '#lib/contract/index';
import { agentFacts } from '#registry/queries/agent';
import { openSigningKey } from '#registry/sealing/signing-key';
import type { Context } from '../parts/context.ts';

/** The certificate with which files are sealed; the key is made where there is none yet, and never leaves its file. */
export async function getSealCertificate(ctx: Context): Promise<ExactResponseFor<'GetSealCertificate'>> {
  const { name } = await agentFacts(ctx.pool);
  const { certificate, issuers, fingerprint } = openSigningKey(ctx.signingKey, name, ctx.clock.now());
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    issuedBy: certificate.issuer.replaceAll('\n', ', '),
    serialNumber: certificate.serialNumber,
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    fingerprint,
    pem: [certificate, ...issuers].map((one) => one.toString()).join(''),
  };
}
