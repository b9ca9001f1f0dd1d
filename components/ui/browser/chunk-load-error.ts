type Handler = (error: unknown) => Promise<boolean>;

let handler: Handler = async () => false;

/** Handles failed chunk loads until the returned function is called. `next` resolves to true when it has handled one. */
export function onChunkLoadError(next: Handler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = async () => false;
  };
}

const isMissing = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || /dynamically imported module/i.test(error.message));

/** A chunk could not be loaded: often the server has a newer build than the page. */
export const chunkLoadError: Handler = async (error) => isMissing(error) && handler(error);
