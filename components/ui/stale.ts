type Handler = (error: unknown) => Promise<boolean>;

let handler: Handler = async () => false;

/** Takes what `missingCode` reports, until the returned function is called; resolves to true when it is dealt with. */
export function onMissingCode(next: Handler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = async () => false;
  };
}

const isMissing = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || /dynamically imported module/i.test(error.message));

/** Code of the page could not be fetched: often the server has a newer build than the page (assurance F-46). */
export const missingCode: Handler = async (error) => isMissing(error) && handler(error);
