'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Tone } from '#lib/format/tone';
import { toneClass } from '../badge.tsx';
import { IconButton } from '../button.tsx';
import { cn } from '../cn.ts';

export type Toast = {
  text: string;
  tone?: Extract<Tone, 'neutral' | 'positive' | 'danger'>;
  /** One action, e.g. a link to the run. */
  action?: ReactNode;
};

type Shown = Toast & { id: number };

const ToastContext = createContext<(toast: Toast) => void>(() => {});
const readingMs = 6_000;

/** `notify({ text })` from anywhere below the provider. Errors stay until dismissed. */
export const useToast = () => useContext(ToastContext);

function Note({ toast, onDone }: { toast: Shown; onDone: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const stays = toast.tone === 'danger' || Boolean(toast.action) || held;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => onDone(toast.id), readingMs);
    return () => clearTimeout(timer);
  }, [stays, onDone, toast.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notification visible
    <div
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      className={cn(
        'flex items-center gap-3 rounded-md border py-1.5 pr-1.5 pl-3 shadow-layer',
        toneClass[toast.tone ?? 'neutral'],
      )}
    >
      <p className="min-w-0 flex-1 break-words">{toast.text}</p>
      {toast.action}
      <IconButton label="Dismiss" icon="close" onClick={() => onDone(toast.id)} />
    </div>
  );
}

/**
 * Renders the live regions from the first paint on: screen readers often miss one added together with its text.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const notify = useCallback((toast: Toast) => {
    next.current += 1;
    const id = next.current;
    setToasts((shown) => [...shown.slice(-3), { ...toast, id }]);
  }, []);
  const done = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const part = (urgent: boolean) => toasts.filter((toast) => (toast.tone === 'danger') === urgent);
  return (
    <ToastContext value={notify}>
      {children}
      <section
        aria-label="Notifications"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 ml-auto flex max-w-sm flex-col gap-2 print:hidden *:pointer-events-auto"
      >
        {/* Not atomic: a new notification must not repeat the earlier ones. */}
        <div role="status" aria-atomic="false" className="flex flex-col gap-2">
          {part(false).map((toast) => (
            <Note key={toast.id} toast={toast} onDone={done} />
          ))}
        </div>
        <div role="alert" aria-atomic="false" className="flex flex-col gap-2">
          {part(true).map((toast) => (
            <Note key={toast.id} toast={toast} onDone={done} />
          ))}
        </div>
      </section>
    </ToastContext>
  );
}
