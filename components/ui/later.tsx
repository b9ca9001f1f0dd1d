'use client';

import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { missingCode } from './stale.ts';

const nothingToHear = () => () => {};

/**
 * A component whose code is fetched beside the page instead of with it; `waiting` stands in its place until then, on
 * the server too. The fetch begins with the module it is made in, or when it is first drawn; one that fails is told
 * (`missingCode`) and else ends in the page's error panel. Once here it is drawn at once wherever it is wanted next.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
  begin: 'at once' | 'when drawn' = 'at once',
): (props: Props) => ReactNode {
  let part: ComponentType<Props> | null = null;
  const bring = () =>
    load().then((brought) => {
      part = brought;
    });
  if (begin === 'at once' && typeof window !== 'undefined') bring().catch(() => undefined);
  return function Later(props) {
    const [failed, setFailed] = useState<{ error: unknown } | null>(null);
    const [, redraw] = useState(0);
    // The server had drawn what waits, and the page's first drawing has to be the same.
    const Part = useSyncExternalStore(
      nothingToHear,
      () => part,
      () => null,
    );
    useEffect(() => {
      if (part) return;
      let here = true;
      bring().then(
        () => here && redraw((count) => count + 1),
        async (error) => {
          if (!(await missingCode(error)) && here) setFailed({ error });
        },
      );
      return () => {
        here = false;
      };
    }, []);
    if (failed) throw failed.error;
    return Part ? <Part {...props} /> : waiting;
  };
}
