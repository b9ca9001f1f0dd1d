/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export async function digestOfText(text: string): Promise<string> {
  // Pages sent over plain HTTP have no `subtle`. Only they load code for it.
  if (globalThis.crypto.subtle === undefined) {
    const { digestOf } = await import('./file-digest.ts');
    return digestOf(new Blob([text]));
  }
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
