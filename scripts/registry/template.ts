import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { templateCsv, templateWorkbook } from '#registry/import/template/template';
import { Rejection, readArguments, rejectionIs2, runCommand } from './command.ts';

const usage = `Writes the workbook in which a register is brought in, with instructions, every column in words and the allowed values.

  npm run registry:template -- --out FILE.xlsx|FILE.zip [--example]

--out      a file that does not exist; with the ending zip the same as CSV files
--example  filled for a fictional issuer`;

async function main(): Promise<void> {
  const { out, example, help } = readArguments(usage, {
    options: { out: { type: 'string' }, example: { type: 'boolean' }, help: { type: 'boolean' } },
  }).values;
  if (help) return void console.log(usage);
  const ending = /\.(xlsx|zip)$/i.exec(out ?? '')?.[1]?.toLowerCase();
  if (!out || !ending) throw new Rejection(`Name a file that ends in xlsx or zip with --out.\n\n${usage}`);
  const bytes = ending === 'zip' ? templateCsv(example ?? false) : templateWorkbook(example ?? false);
  const file = createWriteStream(out, { flags: 'wx' });
  try {
    await pipeline(bytes, file);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw new Rejection(`${out} exists already. Nothing was written.`);
    await rm(out, { force: true });
    throw error;
  }
  console.log(`Written to ${out}`);
}

await runCommand(main, rejectionIs2);
