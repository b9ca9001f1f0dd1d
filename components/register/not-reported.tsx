/** Stands for a fact that the registry did not send; the reason is a tooltip, and read by screen readers. */
export const notReported = (
  <span title="Not reported">
    <span aria-hidden="true">–</span>
    <span className="sr-only">Not reported</span>
  </span>
);
