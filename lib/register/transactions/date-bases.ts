/** Which date of a transaction must be in the period; values are sent as written here. */
export const dateBases = {
  EffectiveDate: ['Effective date', 'the date the change takes effect'],
  ProcessDate: ['Process date', 'the date it was posted'],
  ReceivedDate: ['Received date', 'the date the agent received it'],
  CompletedDate: ['Completed date', 'the date it was completed'],
} as const;

export type DateBasis = keyof typeof dateBases;
