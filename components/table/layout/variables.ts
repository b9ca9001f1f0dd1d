/**
 * Sets CSS variables after all measuring of the frame is done: measuring after a write would force a layout,
 * and each table measures five times. Nothing is painted in between.
 */
export function setVariables(element: HTMLElement, values: Readonly<Record<string, string>>): void {
  queueMicrotask(() => {
    for (const [name, value] of Object.entries(values))
      if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
  });
}
