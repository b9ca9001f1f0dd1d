// File names of reports, and the header that names a download.

/** The year of a request about a whole year, such as that of a form; null for any other. */
export const yearOf = ({ year }: Readonly<Record<string, unknown>>): string | null =>
  typeof year === 'number' && Number.isInteger(year) && year >= 1900 && year <= 9999 ? `${year}` : null;

/** `ShareholderList_1004_20261120.pdf`, `TA2Worksheet_2025.pdf`: generated here, ASCII, never a person's name or tax ID. */
export function fileNameFor(run: {
  endpoint: string;
  issuer: number | null;
  /** 'yyyy-mm-dd', or a year. */
  day: string;
  extension: string;
}): string {
  const report = run.endpoint.replace(/^Generate/, '').replace(/[^A-Za-z0-9]/g, '');
  const parts = [report, run.issuer === null ? null : String(run.issuer), run.day.replaceAll('-', '')];
  return `${parts.filter(Boolean).join('_')}.${run.extension}`;
}

/**
 * Content-Disposition for a download, plain and RFC 8187 form; unusual characters in a name become underscores.
 */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const coded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
