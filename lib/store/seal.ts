import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Text encrypted so that only who holds the secret can read it (AES-256-GCM); `about` names the row it belongs to. */
export type Sealing = {
  close(text: string, about: string): Buffer;
  /** The text, or null when it was closed under another secret, for another row, or changed. */
  open(sealed: Buffer, about: string): string | null;
};

/** A key for one use out of the one secret of the dashboard. */
export function keyFrom(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32));
}

export function openSealing(key: Buffer): Sealing {
  return {
    close(text, about) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, about) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
