// Says in a sentence what the signature of a file proves.

import type { SigningCertificate } from '#lib/api/public-verification';
import { formatDate } from '#lib/format/dates';
import type { FileSignature } from './read-signature.ts';

export type SignatureFinding = {
  /** `own`: signed here, with a key that is or was current. */
  kind: 'own' | 'withdrawn' | 'foreign' | 'altered' | 'unknown';
  text: string;
};

type Signed = Exclude<FileSignature, { kind: 'none' }>;

/**
 * What a signature says, in words: whose key it is, and whether it was current then. `made` is the record of the file here: only
 * it has a time, the signature has none. Without `certificates` whose key it is is not known.
 */
export function signatureFinding(
  signature: Signed,
  certificates: readonly SigningCertificate[] | null,
  made: { createdAt: string; createdOn: string } | null,
): SignatureFinding {
  if (signature.kind === 'altered')
    return { kind: 'altered', text: `Altered after signing. ${signature.reason}` };
  if (signature.kind === 'unreadable')
    return {
      kind: 'unknown',
      text: `The file is signed, but the signature could not be checked. ${signature.reason}`,
    };
  const { fingerprint } = signature;
  if (certificates === null)
    return {
      kind: 'unknown',
      text: `The file is as it was signed, with the certificate ${fingerprint}. The certificates of this installation could not be read, so whose it is, is not known.`,
    };
  const own = certificates.find((one) => one.fingerprint === fingerprint);
  if (!own)
    return {
      kind: 'foreign',
      text: `Signed by ${fingerprint}, which is no certificate of this installation.`,
    };
  if (own.state === 'Withdrawn') return { kind: 'withdrawn', text: withdrawnText(own.withdrawnOn, made) };
  if (own.usedUntil === null)
    return { kind: 'own', text: 'Sealed with the current key of this installation, and unchanged since.' };
  const until = formatDate(own.usedUntil.slice(0, 10));
  if (made)
    return {
      kind: 'own',
      text: isWithin(made.createdAt, own)
        ? `Sealed with a key that was current then, and unchanged since. Another key has been in use since ${until}.`
        : `Sealed with a key of this installation that was not in use when the file was created: from ${formatDate(own.usedFrom.slice(0, 10))} to ${until}.`,
    };
  return {
    kind: 'own',
    text: `Sealed with a former key of this installation, in use from ${formatDate(own.usedFrom.slice(0, 10))} to ${until}, and unchanged since. The seal itself has no time.`,
  };
}

function withdrawnText(withdrawnOn: string | null, made: { createdOn: string } | null): string {
  const first = `The key of this seal is withdrawn since ${formatDate(withdrawnOn)}: from then on it may have been in other hands.`;
  if (!made) return `${first} No record of this file is here, so the seal proves nothing.`;
  return withdrawnOn !== null && made.createdOn < withdrawnOn
    ? `${first} The file was created before that day, as recorded here.`
    : `${first} The file was created on that day or later, but here, as recorded.`;
}

/** The clocks of registry and dashboard differ, and a file is signed after it was requested. */
const toleranceMs = 3_600_000;

function isWithin(createdAt: string, { usedFrom, usedUntil }: SigningCertificate): boolean {
  const at = Date.parse(createdAt);
  return (
    at >= Date.parse(usedFrom) - toleranceMs &&
    (usedUntil === null || at <= Date.parse(usedUntil) + toleranceMs)
  );
}

/** One word for a file. A record here with exactly these bytes outweighs every signature. */
export function badgeOf(
  isKnown: boolean,
  signature: SignatureFinding | null,
): { text: string; tone: 'accent' | 'danger' } {
  if (isKnown) return { text: 'Created here', tone: 'accent' };
  if (signature?.kind === 'own') return { text: 'Sealed here, not recorded', tone: 'accent' };
  return { text: signature?.kind === 'altered' ? 'Altered' : 'Not recognized', tone: 'danger' };
}
