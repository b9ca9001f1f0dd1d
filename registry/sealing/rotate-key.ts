// Replaces the signing key with one issued by the installation's root.

import { type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/session.ts';
import { listCertificate } from './certificate-list.ts';
import { type Issuer, newCertificate, newRoot, rootKey } from './new-certificate.ts';
import {
  openSigningKey,
  replaceSigningKey,
  type SigningKey,
  SigningKeyError,
  type SigningKeyFile,
} from './signing-key.ts';

/** The root of the installation: used for rotation only, encrypted with a passphrase that is stored nowhere. */
export const rootFile = (dataDir: string) => join(dataDir, 'registry', 'signing-root.pem');

export const rootExists = (dataDir: string) => existsSync(rootFile(dataDir));

type Rotation = {
  dataDir: string;
  file: SigningKeyFile;
  agentName: string;
  now: Date;
  /** Of the root; of a new one where there is none. */
  passphrase: string;
};

export type Rotated = {
  before: SigningKey | null;
  key: SigningKey;
  root: X509Certificate;
  isNewRoot: boolean;
};

/**
 * A new key, with a certificate issued by the root, in place of the current one. The certificate of the former one stays
 * listed; its key is deleted. The root is made where there is none. Throws SigningKeyError.
 */
export async function rotateKey(db: Db, rotation: Rotation): Promise<Rotated> {
  const { dataDir, file, agentName, now, passphrase } = rotation;
  if (file.isGiven)
    throw new SigningKeyError(
      `The signing key is given by REGISTRY_SIGNING_KEY_FILE. Replace ${file.path} instead: the next sealed file lists the new certificate, and the former one as retired.`,
    );
  // A key that is not there needs no former certificate; one that cannot be opened is not replaced without notice.
  const before = existsSync(file.path) ? openSigningKey(file, agentName, now) : null;
  if (before) await listCertificate(db, before, now);
  const isNewRoot = !rootExists(dataDir);
  if (isNewRoot) replaceSigningKey(rootFile(dataDir), newRoot(agentName, now, passphrase));
  const root = openRoot(rootFile(dataDir), passphrase);
  if (now >= new Date(root.x509.validTo))
    throw new SigningKeyError(
      `The root ${rootFile(dataDir)} has ended. Move it away and rotate again: a new root is made, whose fingerprint has to be published anew.`,
    );
  replaceSigningKey(
    file.path,
    newCertificate(agentName, now, {
      root: { key: root.key, certificate: root.x509.raw },
      passphrase: file.passphrase,
    }),
  );
  const key = openSigningKey(file, agentName, now);
  // One millisecond later, so that two of one moment are in the order of their use.
  await listCertificate(db, key, new Date(now.getTime() + 1));
  return { before, key, root: root.x509, isNewRoot };
}

function openRoot(path: string, passphrase: string): { key: KeyObject; x509: X509Certificate } {
  const text = readFileSync(path, 'utf8');
  const x509 = new X509Certificate(text.slice(text.indexOf('-----BEGIN CERTIFICATE-----')));
  let key: Issuer['key'];
  try {
    key = rootKey(text, passphrase);
  } catch {
    throw new SigningKeyError(`The passphrase does not open the root ${path}.`);
  }
  if (!x509.checkPrivateKey(key))
    throw new SigningKeyError(`Key and certificate of ${path} do not belong together.`);
  return { key, x509 };
}
