import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Text encrypted with a key derived from the secret (AES-256-GCM); `about` binds it to its row. */
export type Encryption = {
  close(text: string, about: string): Buffer;
  /** The text, or null when it was encrypted under another secret, for another row, or was changed. */
  open(encrypted: Buffer, about: string): string | null;
  /** Re-encrypted under the current key if the text was encrypted under a previous one; else null. */
  again(encrypted: Buffer, about: string): Buffer | null;
};

/** Derives a key for one purpose from the dashboard's secret. */
export function keyFrom(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32));
}

function closeWith(key: Buffer, text: string, about: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function openWith(key: Buffer, encrypted: Buffer, about: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(about)).setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
    const body = decipher.update(encrypted.subarray(ivBytes + tagBytes));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * Encrypts for one purpose under the first of the dashboard's secrets, and decrypts what any of them encrypted.
 */
export function createEncryption(
  [present, ...former]: readonly [string, ...string[]],
  use: string,
): Encryption {
  const key = keyFrom(present, use);
  const others = former.map((secret) => keyFrom(secret, use));
  const formerly = (encrypted: Buffer, about: string) => {
    for (const other of others) {
      const text = openWith(other, encrypted, about);
      if (text !== null) return text;
    }
    return null;
  };
  return {
    close: (text, about) => closeWith(key, text, about),
    open: (encrypted, about) => openWith(key, encrypted, about) ?? formerly(encrypted, about),
    again(encrypted, about) {
      const text = formerly(encrypted, about);
      return text === null ? null : closeWith(key, text, about);
    },
  };
}
