import 'server-only';

/** How long a withdrawn right may go on giving bytes (issue 5, "running downloads included"). */
const lookEveryMs = 1_000;

/**
 * A file's stream that lasts only while its reader may have it: `still` is asked every second, and when it says no, or
 * cannot say, the transfer breaks off, so that what has arrived never looks whole. At the reader's pace, nothing held.
 */
export function whileAllowed(
  source: ReadableStream<Uint8Array>,
  still: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const end = () => {
    over = true;
    clearTimeout(timer);
  };
  const watch = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    timer = setTimeout(() => void look(controller), lookEveryMs);
    timer.unref();
  };
  const look = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const allowed = await still().catch(() => false);
    if (over) return;
    if (allowed) return watch(controller);
    end();
    controller.error(new Error('The file is no longer this reader’s.'));
    await reader.cancel().catch(() => undefined);
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // From the first piece on: an answer that nobody reads is not asked about.
        if (!timer) watch(controller);
        try {
          const { done, value } = await reader.read();
          if (over) return;
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          if (over) return;
          end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
