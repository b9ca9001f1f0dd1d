import { crc32, createDeflateRaw } from 'node:zlib';
import { type ZipEntry, type ZipOptions, zipStream } from './zip-stream.ts';

/** Writes a ZIP archive as a stream with Node's own compression; see `zipStream`. */
export function writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  options: ZipOptions,
): AsyncGenerator<Uint8Array> {
  return zipStream(entries, options, { crc32, deflate });
}

/** One chunk is compressed on the thread pool while the source prepares the next. */
async function* deflate(source: AsyncIterable<Uint8Array>, level: number): AsyncGenerator<Uint8Array> {
  const packer = createDeflateRaw({ level, chunkSize: 65536 });
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  packer.on('data', (chunk: Uint8Array) => ready.push(chunk));
  packer.on('error', (error) => {
    failure = error;
  });
  try {
    let writing: Promise<void> = Promise.resolve();
    for await (const chunk of source) {
      await writing;
      if (failure) throw failure;
      yield* ready.splice(0);
      writing = new Promise((done) => packer.write(chunk, () => done()));
    }
    await writing;
    const ended = new Promise<void>((done, fail) => packer.on('end', done).on('error', fail));
    packer.end();
    await ended;
    yield* ready.splice(0);
  } finally {
    packer.destroy();
  }
}
