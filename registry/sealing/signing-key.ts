// Opens the key that seals files, and reads its certificates.

import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { newCertificate } from './new-certificate.ts';

/** The key that seals files of this installation, with its certificate and those it is issued by. */
export type SigningKey = {
  key: KeyObject;
  certificate: X509Certificate;
  /** The rest of the chain, in the order of the file. */
  issuers: readonly X509Certificate[];
  /** SHA-256 of the certificate, in pairs: 'AB:CD:…'. */
  fingerprint: string;
};

/** Where the key is: a file that the operator gives, or one that is made at the first use. */
export type SigningKeyFile = {
  path: string;
  isGiven: boolean;
  /** Where the key is encrypted. */
  passphrase?: string | undefined;
};

/** The file of the operator, else that of the installation. */
export const signingKeyFile = (
  dataDir: string,
  given: { path: string | undefined; passphrase: string | undefined },
): SigningKeyFile => ({
  path: given.path ?? join(dataDir, 'registry', 'signing-key.pem'),
  isGiven: given.path !== undefined,
  passphrase: given.passphrase,
});

/** The certificate of a signer may be replaced from this many days before its end. */
export const rotateBeforeDays = 60;

const certificateForm = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;
const fileBytesMax = 256 * 1024;

/** The certificates in a PEM text, in its order. */
export const certificatesIn = (text: string): X509Certificate[] =>
  (text.match(certificateForm) ?? []).map((one) => new X509Certificate(one));

/** An error about the key's file; it names the file, never its content. */
export class SigningKeyError extends Error {}

/**
 * Opens the key. One that is not given is made at the first use, in a file that only its owner can read; processes that
 * do so at the same time all get the same key. Throws SigningKeyError.
 */
export function openSigningKey(file: SigningKeyFile, agentName: string, now: Date): SigningKey {
  const { path, isGiven, passphrase } = file;
  if (!isGiven) makeOnce(path, () => newCertificate(agentName, now, { passphrase }));
  let text: string;
  try {
    if (statSync(path).size > fileBytesMax) throw new Error('too large');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SigningKeyError(`The signing key ${path} cannot be read: ${(error as Error).message}.`);
  }
  return signingKeyOf(text, file);
}

function makeOnce(path: string, make: () => string): void {
  try {
    statSync(path);
    return;
  } catch {
    // Not there yet.
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    // link() fails when another process was first; both then read the same key.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function signingKeyOf(text: string, { path, passphrase }: SigningKeyFile): SigningKey {
  const [first, ...rest] = text.match(certificateForm) ?? [];
  if (!first) throw new SigningKeyError(`The signing key ${path} has no certificate.`);
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: text, ...(passphrase && { passphrase }) });
  } catch {
    throw new SigningKeyError(
      `The signing key ${path} has no private key in PEM that ${passphrase ? 'REGISTRY_SIGNING_KEY_PASSPHRASE opens' : 'is without a password'}.`,
    );
  }
  const certificate = new X509Certificate(first);
  if (!certificate.checkPrivateKey(key))
    throw new SigningKeyError(`The key and the first certificate of ${path} do not belong together.`);
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec')
    throw new SigningKeyError(`The signing key ${path} is neither RSA nor EC.`);
  return {
    key,
    certificate,
    issuers: rest.map((one) => new X509Certificate(one)),
    fingerprint: certificate.fingerprint256,
  };
}

/** Fingerprint of the key that is there now; null where there is none yet. Makes none. Throws where it cannot be read. */
export const currentFingerprint = ({ path }: SigningKeyFile): string | null =>
  existsSync(path) ? currentCertificate(path).fingerprint256 : null;

/** The certificate that is there now, without opening its key. Throws where there is none. */
export function currentCertificate(path: string): X509Certificate {
  const [first] = readFileSync(path, 'utf8').match(certificateForm) ?? [];
  if (!first) throw new SigningKeyError(`The signing key ${path} has no certificate.`);
  return new X509Certificate(first);
}

/** Replaces the key's file as a whole; only its owner can read it. A process that seals at this moment uses either key. */
export function replaceSigningKey(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Days from now to the end of a certificate; negative once it has ended. */
export const daysLeft = (certificate: X509Certificate, now: Date): number =>
  Math.floor((new Date(certificate.validTo).getTime() - now.getTime()) / 86_400_000);

/** Whether a certificate may sign on a day: outside its time a signature would be taken for broken. */
export const isCurrent = ({ certificate }: SigningKey, now: Date): boolean =>
  now >= new Date(certificate.validFrom) && now <= new Date(certificate.validTo);

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
