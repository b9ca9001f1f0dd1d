'use client';

import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { phoneQuery } from '../browser/use-media-query.ts';
import { type ButtonSize, type ButtonVariant, buttonClass } from '../button-variant.ts';
import { cn } from '../cn.ts';
import { Icon, type IconName } from '../icons.tsx';
import { PressButton } from '../press-button.tsx';

type Trigger = {
  /** Name of the button; visible unless `iconOnly`. */
  label: string;
  icon?: IconName;
  iconOnly?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown in the button instead of its label. */
  face?: ReactNode;
  className?: string;
  /** Keeps a button visible that is otherwise shown only on hover. */
  'data-on'?: string;
};

export type PopoverProps = Trigger & {
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  role?: 'dialog' | 'menu';
  panelClassName?: string;
};

const gapPx = 4;
const edgePx = 8;

/** In a narrow window a dialog's panel is a sheet at the lower edge, near the thumb; a menu stays at its button. */
const isSheet = (panel: HTMLElement) =>
  panel.getAttribute('role') === 'dialog' && window.matchMedia(phoneQuery).matches;
/** The most of the window's height that a sheet covers. */
const sheetPart = 0.85;

/** Places the panel under its button, flipped or shifted to stay inside the window. */
function place(button: HTMLElement, panel: HTMLElement, align: 'start' | 'end') {
  if (isSheet(panel)) {
    const heightPx = Math.min(panel.scrollHeight, window.innerHeight * sheetPart);
    panel.style.left = '0px';
    panel.style.top = `${window.innerHeight - heightPx}px`;
    panel.style.maxHeight = `${heightPx}px`;
    return;
  }
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const requested = align === 'start' ? at.left : at.right - width;
  const left = Math.max(edgePx, Math.min(requested, window.innerWidth - width - edgePx));
  const below = at.bottom + gapPx;
  const fitsBelow = below + height <= window.innerHeight - edgePx;
  const above = at.top - gapPx - height;
  panel.style.left = `${left}px`;
  panel.style.top = `${fitsBelow || above < edgePx ? below : above}px`;
  panel.style.maxHeight = `${window.innerHeight - (fitsBelow || above < edgePx ? below : edgePx) - edgePx}px`;
}

/** Closes the panel when its button scrolls away: it would point at nothing. */
function useCloseOnScroll(panel: RefObject<HTMLElement | null>, open: boolean) {
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (!panel.current?.contains(event.target as Node)) panel.current?.hidePopover();
    };
    window.addEventListener('scroll', close, true);
    return () => window.removeEventListener('scroll', close, true);
  }, [open, panel]);
}

/**
 * A button with a panel based on the native popover: the browser handles outside presses, Escape and focus
 * return. A dialog takes the focus when it opens; a menu gives it to its first item.
 */
export function Popover(props: PopoverProps) {
  const { label, icon, iconOnly, variant = 'secondary', size = 'sm', face, className } = props;
  const { children, align = 'start', role = 'dialog', panelClassName } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useCloseOnScroll(panel, open);
  // After the content is rendered: an empty panel has no size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening counts, not a new callback
  useLayoutEffect(() => {
    if (!open || !button.current || !panel.current) return;
    const [at, box] = [button.current, panel.current];
    const put = () => place(at, box, align);
    put();
    // Content that loads at the press changes the size later.
    const resized = new ResizeObserver(put);
    resized.observe(box);
    // On a rotation, or when the on-screen keyboard opens, the panel stays, with its typed text.
    window.addEventListener('resize', put);
    return () => {
      resized.disconnect();
      window.removeEventListener('resize', put);
    };
  }, [open]);
  // The popover attribute leaves the focus on the button, and the panel's name would not be read out.
  useEffect(() => {
    const box = panel.current;
    if (!open || role !== 'dialog' || !box || box.contains(document.activeElement)) return;
    box.focus({ preventScroll: true });
  }, [open, role]);
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <PressButton
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup={role}
        aria-expanded={open}
        aria-label={iconOnly || face ? label : undefined}
        title={iconOnly ? label : undefined}
        data-on={props['data-on']}
        className={cn(buttonClass(variant, size), className)}
      >
        {icon && <Icon name={icon} />}
        {iconOnly ? null : (face ?? label)}
      </PressButton>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is dialog or menu, and both take a name */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        tabIndex={role === 'dialog' ? -1 : undefined}
        aria-label={label}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
        }}
        className={cn(
          'w-max max-w-[calc(100vw-1rem)] overflow-auto rounded-md border border-line bg-raised p-0 shadow-layer outline-none',
          role === 'dialog' &&
            'max-sm:w-screen max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:*:w-full',
          panelClassName,
        )}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}
