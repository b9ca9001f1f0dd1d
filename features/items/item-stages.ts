// The stages of an item: their names, their badge colors, and which are open or ended.

import type { Tone } from '#lib/format/tone';
import type { ItemRow } from './item-row.ts';

export type Stage = ItemRow['stage'];

export const itemStageText: Readonly<Record<Stage, string>> = {
  Entered: 'Entered',
  Held: 'Held',
  AwaitingApproval: 'Awaiting approval',
  Ready: 'Ready to post',
  Posted: 'Posted',
  Rejected: 'Rejected',
  Canceled: 'Canceled',
};

export const itemStageTones: Readonly<Record<Stage, Tone>> = {
  Entered: 'neutral',
  Held: 'warning',
  AwaitingApproval: 'accent',
  Ready: 'positive',
  Posted: 'neutral',
  Rejected: 'danger',
  Canceled: 'neutral',
};

export const openStages: readonly Stage[] = ['Entered', 'AwaitingApproval', 'Ready', 'Held'];
export const endedStages: readonly Stage[] = ['Posted', 'Rejected', 'Canceled'];
export const isOpen = (stage: Stage) => openStages.includes(stage);
