import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Text encrypted so that only who holds the secret can read it (AES-256-GCM); `about` names the row it belongs to. */
export type Sealing = {
  close(text: string, about: string): Buffer;
  /** The text, or null when it was closed under another secret, for another row, or changed. */
  open(sealed: Buffer, about: string): string | null;
  /** The same text closed under the present key, where it lies under a former one; else null (assurance S-24). */
  again(sealed: Buffer, about: string): Buffer | null;
};

/** A key for one use out of the one secret of the dashboard. */
export function keyFrom(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32));
}

function closeWith(key: Buffer, text: string, about: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function openWith(key: Buffer, sealed: Buffer, about: string): string | null {
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
}

/** Closes for one use under the first of the dashboard's secrets, and opens what lies under any of them. */
export function openSealing([present, ...former]: readonly [string, ...string[]], use: string): Sealing {
  const key = keyFrom(present, use);
  const others = former.map((secret) => keyFrom(secret, use));
  const formerly = (sealed: Buffer, about: string) => {
    for (const other of others) {
      const text = openWith(other, sealed, about);
      if (text !== null) return text;
    }
    return null;
  };
  return {
    close: (text, about) => closeWith(key, text, about),
    open: (sealed, about) => openWith(key, sealed, about) ?? formerly(sealed, about),
    again(sealed, about) {
      const text = formerly(sealed, about);
      return text === null ? null : closeWith(key, text, about);
    },
  };
}
