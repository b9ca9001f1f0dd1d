// Reads and validates the manifest of an archive.

import { z } from 'zod';
import { exportVariant } from '#lib/contract/agent/register-export';
import { parseJson } from '#lib/contract/wire/json';
import { unreadable } from '#lib/sheet/read/refusal';
import type { ZipFile } from '#lib/sheet/read/zip-reader';
import { type Manifest, manifestName } from '../manifest.ts';

const bytesMax = 16 * 1024 ** 2;
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.union([z.int(), z.bigint()]).transform((value) => BigInt(value));

const common = z.object({
  format: z.literal('sharebook-register'),
  schema: z.string().max(200),
  createdAt: z.string().max(40),
  issuers: z
    .array(
      z.object({
        customerIssuerId: whole,
        name: z.string().max(1000),
        folder: z.string().regex(/^\d+$/),
        dataDigest: digest,
        // Archives of earlier versions have no package.
        notInPackage: z.array(z.string().max(1000)).max(1000).default([]),
      }),
    )
    .max(10_000),
  files: z
    .array(
      z.object({
        path: z.string().max(1000),
        bytes: z.number().int().nonnegative(),
        rows: z.number().int().nonnegative().nullable(),
        sha256: digest,
      }),
    )
    .max(20_000),
});

const shape = z.union([
  common.extend({ version: z.literal(2), variant: exportVariant }),
  common
    .extend({ version: z.literal(1), personalData: z.boolean() })
    .transform(({ personalData, ...rest }) => ({
      ...{ ...rest, version: 2 as const },
      variant: personalData ? ('Full' as const) : ('Plain' as const),
    })),
]);

export const isArchive = ({ names }: ZipFile): boolean => names.includes(manifestName);

/** The manifest of an archive; its form is checked, because an archive may come from anywhere. */
export async function readManifest(zip: ZipFile): Promise<Manifest> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of zip.read(manifestName)) {
    bytes += piece.length;
    if (bytes > bytesMax) throw unreadable('its manifest is too long');
    pieces.push(piece);
  }
  const read = shape.safeParse(parsed(Buffer.concat(pieces).toString('utf8')));
  if (!read.success) throw unreadable('its manifest is not one of an archive of a register');
  return read.data;
}

function parsed(text: string): unknown {
  const result = parseJson(text);
  return result.ok ? result.value : undefined;
}
