// Shows the part of a change that no transaction explains.

import { Badge } from '#components/ui/badge';
import { signedQuantity } from '#lib/register/quantity';

/** Always shown, zero or not; 'Not known' where a part was not reported. */
export function Residual({ residual, dollars }: { residual: bigint | null; dollars: boolean }) {
  if (residual === null) return <span className="text-muted">Not known</span>;
  if (residual === 0n) return '0';
  return <Badge tone="danger">{signedQuantity(residual, dollars)}</Badge>;
}
