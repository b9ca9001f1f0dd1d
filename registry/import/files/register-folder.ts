import { mkdirSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The uploaded registers of a registry, below DATA_DIR; registries that share it share them. */
export type RegisterFolder = {
  /** Where the bytes of a file are. */
  pathOf(fileId: number): string;
  /** Where its workbook with findings is. */
  findingsPathOf(fileId: number): string;
  /** Writes a part at its place; the bytes are on disk when it resolves. */
  write(fileId: number, offset: number, part: Uint8Array): Promise<void>;
  /** Whether a file is there with all its bytes. */
  isWhole(fileId: number, bytes: number): Promise<boolean>;
  /** The folder of a file that is made here: its parts, and the file once it is whole. */
  exportPathOf(fileId: number): string;
  /** The folder of a pull: responses of another registry, until the register is made of them. */
  pullPathOf(fileId: number): string;
  /** Deletes a file with its findings, or what was made. */
  remove(fileId: number): Promise<void>;
};

/** Readable by the user of the registry only: the files hold names, addresses and tax IDs. */
export function openRegisterFolder(folder: string): RegisterFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (fileId: number) => join(folder, `${fileId}`);
  const findingsPathOf = (fileId: number) => join(folder, `${fileId}.findings.xlsx`);
  const exportPathOf = (fileId: number) => join(folder, `${fileId}.export`);
  const pullPathOf = (fileId: number) => join(folder, `${fileId}.pull`);
  return {
    pathOf,
    findingsPathOf,
    exportPathOf,
    pullPathOf,
    async write(fileId, offset, part) {
      // 'a' would ignore the position, and 'w' would empty the file.
      const file = await open(pathOf(fileId), offset === 0 ? 'w' : 'r+', 0o600);
      try {
        await file.write(part, 0, part.byteLength, offset);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    isWhole: async (fileId, bytes) => (await stat(pathOf(fileId)).catch(() => undefined))?.size === bytes,
    async remove(fileId) {
      for (const path of [pathOf(fileId), findingsPathOf(fileId), exportPathOf(fileId), pullPathOf(fileId)])
        await rm(path, { force: true, recursive: true });
    },
  };
}
