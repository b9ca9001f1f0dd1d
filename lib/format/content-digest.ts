/** The content digest of a list among the properties of its file, as keyword: the same list has the same in every format. */
export const contentKeyword = (digest: string): string => `content-sha256:${digest}`;

const lead = ['/Keywords(content-sha256:', '<cp:keywords>content-sha256:'] as const;
const digestForm = /^[0-9a-f]{64}$/;

/** The content digest in the last part of a PDF or workbook of the registry; null where there is none. */
export function contentDigestIn(tail: string): string | null {
  for (const each of lead) {
    const at = tail.lastIndexOf(each);
    const digest = at < 0 ? '' : tail.slice(at + each.length, at + each.length + 64);
    if (digestForm.test(digest)) return digest;
  }
  return null;
}
