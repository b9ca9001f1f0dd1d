'use client';

import { type ComponentProps, useCallback } from 'react';

/** A button without a look. A press before its code has loaded is kept, and done when it has. */
export function PressButton({ ref, ...rest }: ComponentProps<'button'>) {
  const attach = useCallback(
    (button: HTMLButtonElement | null) => {
      // Heard by the script of components/ui/browser/early-press.ts.
      button?.dispatchEvent(new Event('button-ready', { bubbles: true }));
      if (typeof ref === 'function') return ref(button);
      if (ref) ref.current = button;
    },
    [ref],
  );
  return <button data-early="" {...rest} ref={attach} />;
}
