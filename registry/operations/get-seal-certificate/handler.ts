import type { ExactResponseFor } from '#lib/contract/index';
import { listedCertificates } from '#registry/sealing/certificate-list';
import { daysLeft, rotateBeforeDays } from '#registry/sealing/signing-key';
import type { Context } from '../parts/context.ts';
import { currentSigner } from '../parts/seal/signer.ts';

/**
 * The certificate with which files are sealed, and every former one; the key is made where there is none yet, and never
 * leaves its file.
 */
export async function getSealCertificate(ctx: Context): Promise<ExactResponseFor<'GetSealCertificate'>> {
  const key = await currentSigner(ctx);
  const { certificate, issuers, fingerprint } = key;
  const root = issuers.at(-1);
  const listed = await listedCertificates(ctx.writers, fingerprint);
  const days = daysLeft(certificate, ctx.clock.now());
  return {
    ...facts(certificate),
    fingerprint,
    rootFingerprint: root?.fingerprint256 ?? null,
    pem: [certificate, ...issuers].map((one) => one.toString()).join(''),
    daysLeft: days,
    isReplacementDue: days < rotateBeforeDays,
    certificates: listed.map((one) => ({
      ...facts(one.certificate),
      fingerprint: one.fingerprint,
      rootFingerprint: one.issuers.at(-1)?.fingerprint256 ?? null,
      pem: one.pem,
      state: one.state,
      usedFrom: one.usedFrom.toISOString(),
      usedUntil: one.usedUntil?.toISOString() ?? null,
      withdrawnOn: one.withdrawnOn,
      withdrawnReason: one.withdrawnReason || null,
    })),
  };
}

type X509 = Awaited<ReturnType<typeof currentSigner>>['certificate'];

const facts = (certificate: X509) => ({
  subject: certificate.subject.replaceAll('\n', ', '),
  issuedBy: certificate.issuer.replaceAll('\n', ', '),
  serialNumber: certificate.serialNumber,
  validFrom: new Date(certificate.validFrom).toISOString(),
  validTo: new Date(certificate.validTo).toISOString(),
});
