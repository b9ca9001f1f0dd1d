// Package and workbook of an issuer, as files of an archive.

import type { ClientBase } from 'pg';
import type { Variant } from '#lib/contract/agent/register-export';
import { writeZip } from '#lib/sheet/zip';
import type { Issuer } from '#registry/queries/issuers';
import { withoutPlace } from './ocf/not-in-package.ts';
import { CannotWrite, issuerObject } from './ocf/objects.ts';
import { packageEntries } from './ocf/package-entries.ts';
import { registerWorkbook } from './workbook/register-workbook.ts';

/** The register of an issuer in the forms that other programs read, as files of an archive. */

type FormOptions = { variant: Variant; asOf: string; createdAt: string };

const formation = { on: undefined, in: undefined };

/**
 * What of an issuer has no place in its package, a line each; or why there can be no package. The package lists the same
 * when it is made; it is asked for here because a package kept from before an interruption is not made again.
 */
export async function packageLimits(
  client: ClientBase,
  issuerId: bigint,
  variant: Variant,
): Promise<{ isPossible: boolean; listed: string[] }> {
  const listed: string[] = [];
  try {
    await issuerObject(client, issuerId, formation, listed);
  } catch (error) {
    if (error instanceof CannotWrite) return { isPossible: false, listed: [error.message] };
    throw error;
  }
  return { isPossible: true, listed: [...listed, ...(await withoutPlace(client, issuerId, variant))] };
}

export const packageFile = (
  client: ClientBase,
  { id }: Issuer,
  { variant, asOf, createdAt }: FormOptions,
): AsyncIterable<Uint8Array> =>
  writeZip(
    packageEntries(
      client,
      { issuerId: id, variant, asOf, generatedAt: createdAt, formation },
      () => undefined,
    ),
    { date: '1980-01-01' },
  );

export const workbookFile = (
  client: ClientBase,
  issuer: Issuer,
  { variant, asOf }: FormOptions,
): AsyncIterable<Uint8Array> => registerWorkbook(client, { issuer, variant, asOf }, () => undefined);
