/**
 * Keeps a press on a button whose code has not loaded yet, and repeats it when it has. It runs in the page as text,
 * before any other script: it must use nothing from outside itself. Without it such a press would do nothing, and the
 * submit button of a form would send the page away with what was typed. A form with an address of its own is left to
 * the browser.
 */
export function keepEarlyPresses(): void {
  const working = new WeakSet<Element>();
  let kept: HTMLButtonElement | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const button =
        event.target instanceof Element
          ? event.target.closest<HTMLButtonElement>('button[data-early]')
          : null;
      kept = null;
      if (!button || working.has(button)) return;
      if (button.type === 'submit' && button.form?.hasAttribute('action')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      kept = button;
    },
    true,
  );
  document.addEventListener('button-ready', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    working.add(target);
    // After the rest of the page that became ready with it.
    if (kept === target) setTimeout(() => kept === target && target.click());
  });
}
