'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is fetched beside the page instead of with it; `waiting` stands in its place until then, on
 * the server too. The fetch begins with the module it is made in, or when it is first drawn; a failed one ends in the
 * page's error panel.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
  begin: 'at once' | 'when drawn' = 'at once',
): (props: Props) => ReactNode {
  if (begin === 'at once' && typeof window !== 'undefined') load().catch(() => undefined);
  return function Later(props) {
    const [state, setState] = useState<{ part?: ComponentType<Props>; error?: unknown }>({});
    useEffect(() => {
      let here = true;
      load().then(
        (part) => here && setState({ part }),
        (error) => here && setState({ error }),
      );
      return () => {
        here = false;
      };
    }, []);
    if (state.error) throw state.error;
    const Part = state.part;
    return Part ? <Part {...props} /> : waiting;
  };
}
