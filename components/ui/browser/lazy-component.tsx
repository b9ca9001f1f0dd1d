'use client';

import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { chunkLoadError } from './chunk-load-error.ts';

const subscribeToNothing = () => () => {};

/**
 * A component whose code loads in parallel with the page; until then `waiting` is in its place, on the server
 * too. Loading starts with the module or at the first render. An error goes to `chunkLoadError`, else to the
 * page's error panel. Once loaded, later uses render at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
  begin: 'at once' | 'when drawn' = 'at once',
): (props: Props) => ReactNode {
  let part: ComponentType<Props> | null = null;
  const loadPart = () =>
    load().then((loaded) => {
      part = loaded;
    });
  if (begin === 'at once' && typeof window !== 'undefined') loadPart().catch(() => undefined);
  return function Later(props) {
    const [failed, setFailed] = useState<{ error: unknown } | null>(null);
    const [, redraw] = useState(0);
    // The server rendered the placeholder, and hydration must render the same.
    const Part = useSyncExternalStore(
      subscribeToNothing,
      () => part,
      () => null,
    );
    useEffect(() => {
      if (part) return;
      let mounted = true;
      loadPart().then(
        () => mounted && redraw((count) => count + 1),
        async (error) => {
          if (!(await chunkLoadError(error)) && mounted) setFailed({ error });
        },
      );
      return () => {
        mounted = false;
      };
    }, []);
    if (failed) throw failed.error;
    return Part ? <Part {...props} /> : waiting;
  };
}
