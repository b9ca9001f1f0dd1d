import type { FileLink, LinkState } from '#lib/api/file-links';
import type { Tone } from '#lib/format/tone';

/** Text and tone of each state of a link. */
export const linkLabels: Record<LinkState, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'positive' },
  'used up': { label: 'All downloads used', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  'wrong codes': { label: 'Closed: 10 wrong codes', tone: 'danger' },
  'no access': { label: 'Closed: sender has no access', tone: 'warning' },
  'file gone': { label: 'Closed: file deleted', tone: 'neutral' },
  'sending off': { label: 'Closed: sending is off', tone: 'warning' },
};

/** Whether a revocation changes anything: a link whose sender lost access would open again with that access. */
export const canBeRevoked = ({ state }: FileLink) =>
  state === 'open' || state === 'no access' || state === 'sending off';
