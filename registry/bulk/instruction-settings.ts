// Settings of the registry that decide what becomes of an instruction.

import type { WorkSettings } from '#registry/items/approval/approval-rule';

/** Settings of the registry that decide what becomes of an instruction; plain data, sent to another process. */
export type BulkSettings = {
  timeZone: string;
  /** auto: an issuance is completed once it may be. manual: it is an item of the work queue. */
  issuanceMode: 'auto' | 'manual';
  work: WorkSettings;
};
