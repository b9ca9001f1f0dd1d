'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { cn } from '../cn.ts';

export type DialogProps = {
  open: boolean;
  /** On Escape, the close button, or a press outside. Focus returns to where it was. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** `drawer`: at the left edge; `top`: near the top of the window. */
  position?: 'middle' | 'top' | 'drawer';
};

const positions = {
  middle: 'w-[min(36rem,calc(100vw-2rem))] max-h-[85dvh] rounded-lg border',
  top: 'mt-[10dvh] w-[min(40rem,calc(100vw-2rem))] max-h-[75dvh] rounded-lg border',
  drawer: 'm-0 h-dvh max-h-none w-[min(20rem,85vw)] border-r',
};

/** The native modal: focus is trapped, the page behind is inert, Escape closes, focus returns. */
export function Dialog({ open, onClose, title, children, footer, position = 'middle' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // The browser would focus the close button; the main control, or the title, is a better start.
      const start = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2');
      start?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // Closed here and not by the browser, whose close event comes later: a press of Enter that follows at once
      // would open the dialog first, and the late event close it again.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => open && !ref.current?.open && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
      className={cn('overflow-hidden border-line bg-raised p-0 shadow-layer', positions[position])}
    >
      {open && (
        <div className="flex max-h-[inherit] flex-col">
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4">
            <h2 id={titleId} tabIndex={-1} className="font-title text-lg outline-none">
              {title}
            </h2>
            <IconButton label="Close" icon="close" onClick={onClose} />
          </div>
          <div className="min-h-0 overflow-auto p-4">{children}</div>
          {footer && <div className="flex justify-end gap-2 border-t border-line px-4 py-3">{footer}</div>}
        </div>
      )}
    </dialog>
  );
}
