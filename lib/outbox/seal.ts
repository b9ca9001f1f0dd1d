import 'server-only';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts what an open write must keep, and tells requests apart without keeping them readable. */
export type Seal = {
  close(text: string, about: string): Buffer;
  /** The text, or null when it was closed under another secret, for another write, or changed. */
  open(sealed: Buffer, about: string): string | null;
  digest(text: string): Buffer;
};

/**
 * A body holds full tax ids and must survive a crash to be sent again unchanged, so it is kept encrypted (AES-256-GCM,
 * key derived from NEXTAUTH_SECRET, bound to its write) and only until the outcome is known. A copy of the store alone
 * gives nothing away; with a new secret, open writes can still be looked up, but no longer be sent again.
 */
export function openSeal(secret: string): Seal {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `sharebook outbox ${use}`, 32));
  const sealing = keyFor('body');
  const digesting = keyFor('digest');
  return {
    close(text, about) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, about) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    digest: (text) => createHmac('sha256', digesting).update(text).digest(),
  };
}
