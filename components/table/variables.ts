/**
 * Sets variables of the style sheet once everything that is measured together has been read: who measures after one
 * was set has the page laid out again, and each table measures five times. Nothing is painted in between.
 */
export function setVariables(element: HTMLElement, values: Readonly<Record<string, string>>): void {
  queueMicrotask(() => {
    for (const [name, value] of Object.entries(values))
      if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
  });
}
