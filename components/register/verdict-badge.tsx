import type { Tone } from '#lib/format/tone';
import type { Verdict, VerdictKind } from '#lib/proof/verdict';
import { Badge } from '../ui/badge.tsx';

/** Green is for books in proof alone. */
export const verdictTones: Record<VerdictKind, Tone> = {
  'in proof': 'positive',
  'out of proof': 'danger',
  'not provable': 'neutral',
};

/** The short form of a verdict; its sentence appears when pointed at, and for screen readers. */
export const VerdictBadge = ({ verdict }: { verdict: Pick<Verdict, 'kind' | 'label' | 'sentence'> }) => (
  <Badge tone={verdictTones[verdict.kind]} title={verdict.sentence}>
    {verdict.label}
  </Badge>
);
