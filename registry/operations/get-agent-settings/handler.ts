import type { ExactResponseFor } from '#lib/contract/index';
import { approvalText } from '#registry/items/approval/approval-rule';
import type { Context } from '../parts/context.ts';

/** The registry's day, zone, cut-off and approval rule. */
export async function getAgentSettings(ctx: Context): Promise<ExactResponseFor<'GetAgentSettings'>> {
  const { clock, work } = ctx;
  return {
    today: clock.today(),
    now: clock.stamp(),
    timeZone: clock.timeZone,
    cutoff: work.cutoff,
    approval: approvalText(work.approval),
  };
}
