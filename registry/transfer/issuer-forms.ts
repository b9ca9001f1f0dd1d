import type { ClientBase } from 'pg';
import { writeZip } from '#lib/sheet/zip';
import type { Issuer } from '#registry/queries/issuers';
import { CannotWrite, issuerObject } from './ocf/objects.ts';
import { packageEntries } from './ocf/package-entries.ts';
import { registerWorkbook } from './workbook/register-workbook.ts';

/** The register of an issuer in the forms that other programs read, as files of an archive. */

type FormOptions = { personalData: boolean; asOf: string; createdAt: string };

const formation = { on: undefined, in: undefined };

/** Why the issuer has no Open Cap Table package: the format requires facts that the registry may not have. */
export async function whyNoPackage(client: ClientBase, issuerId: bigint): Promise<string | null> {
  try {
    await issuerObject(client, issuerId, formation, []);
    return null;
  } catch (error) {
    if (error instanceof CannotWrite) return error.message;
    throw error;
  }
}

export const packageFile = (
  client: ClientBase,
  { id }: Issuer,
  { personalData, asOf, createdAt }: FormOptions,
): AsyncIterable<Uint8Array> =>
  writeZip(
    packageEntries(
      client,
      { issuerId: id, personalData, asOf, generatedAt: createdAt, formation },
      () => undefined,
    ),
    { date: '1980-01-01' },
  );

export const workbookFile = (
  client: ClientBase,
  issuer: Issuer,
  { personalData, asOf }: FormOptions,
): AsyncIterable<Uint8Array> => registerWorkbook(client, { issuer, personalData, asOf }, () => undefined);
