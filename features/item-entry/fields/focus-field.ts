/** Focuses a control by its ID once it is drawn: what had the focus may be gone, or the control is not there yet. */
export function focusField(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
