// Opens files in LibreOffice and saves them in other formats.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whyMissing } from '#tests/debian-packages';

/** Why there is no LibreOffice to test with, null where there is one. */
export const whyNoLibreOffice = () => whyMissing(['soffice'], ['libreoffice-calc-nogui']);

/** Saves as XLSX. */
export const asWorkbook = 'xlsx:Calc MS Excel 2007 XML';
/** Saves each sheet as a CSV file, `<file>-<sheet>.csv`: UTF-8, texts in quotes, figures without. */
export const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1';

/** Recalculates every workbook when it is opened; the default asks or trusts the values of some programs. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>`;

/** Opens files in LibreOffice and saves each into a folder. One start for all, with a profile of its own in `folder`. */
export function openInLibreOffice(
  folder: string,
  files: readonly string[],
  format: string,
  into: string,
): void {
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), settings);
  // `timeout` ends the processes that soffice starts as well.
  const words = ['--headless', '--norestore', `-env:UserInstallation=${pathToFileURL(profile)}`];
  const { status, stderr } = spawnSync(
    'timeout',
    ['240', 'soffice', ...words, '--convert-to', format, '--outdir', into, ...files],
    { encoding: 'utf8', env: { ...process.env, HOME: folder } },
  );
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`);
}
