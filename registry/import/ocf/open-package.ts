// Opens an Open Cap Table package as the sheets of a register.

import type { ZipFile } from '#lib/sheet/read/zip-reader';
import type { Finding } from '../findings.ts';
import type { RegisterFile } from '../read/register-file.ts';
import { reportTo } from './add-finding.ts';
import { type OcfOptions, packageToSheets } from './package-to-sheets.ts';
import { readPackage } from './read-package.ts';
import { sheetsOf, sourceOf } from './sheet-rows.ts';

/** Fields that a package need not fill: an address that is missing is a warning of its own. */
const optional: RegisterFile['optional'] = new Map([
  ['holders', new Set(['address1', 'city', 'state', 'postal_code', 'country'])],
  ['issuer', new Set(['state', 'postal_code'])],
]);

/** Opens an Open Cap Table package as the sheets of a register. The archive is read before this returns. */
export async function openPackage(zip: ZipFile, options: OcfOptions): Promise<RegisterFile> {
  const findings: Finding[] = [];
  const report = reportTo(findings);
  const rows = packageToSheets(await readPackage(zip, report), options, report);
  return {
    is1904: false,
    sheets: sheetsOf(rows),
    unknown: [],
    findings,
    optional,
    sourceOf: ({ sheet, row, field }) => sourceOf(rows, sheet, row, field),
    close: () => zip.close(),
  };
}
