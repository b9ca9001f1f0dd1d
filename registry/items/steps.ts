import type { ItemStage } from '#lib/contract/agent/values';

/** What can be done with an item, from which stages, and the stage it leads to. */
export const steps = {
  update: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: 'Entered' },
  submit: { from: ['Entered'], to: 'AwaitingApproval' },
  approve: { from: ['AwaitingApproval'], to: 'Ready' },
  post: { from: ['Ready'], to: 'Posted' },
  hold: { from: ['Entered', 'AwaitingApproval', 'Ready'], to: 'Held' },
  return: { from: ['Held', 'AwaitingApproval', 'Ready'], to: 'Entered' },
  reject: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: 'Rejected' },
  cancel: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: 'Canceled' },
  addFile: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: null },
  removeFile: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: null },
  ask: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: 'Held' },
  reply: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: null },
  message: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: null },
  assign: { from: ['Entered', 'Held', 'AwaitingApproval', 'Ready'], to: null },
} as const satisfies Record<string, { from: readonly ItemStage[]; to: ItemStage | null }>;

export type StepName = keyof typeof steps;

export function mayStep(step: StepName, stage: ItemStage): boolean {
  return (steps[step].from as readonly ItemStage[]).includes(stage);
}

/** The stages as sentences name them. */
export const stageWords: Readonly<Record<ItemStage, string>> = {
  Entered: 'entered',
  Held: 'held',
  AwaitingApproval: 'awaiting approval',
  Ready: 'ready to post',
  Posted: 'posted',
  Rejected: 'rejected',
  Canceled: 'canceled',
};
