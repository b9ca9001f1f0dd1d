/*
 * The names of an issuer's request, apart from its schemas: pages show them without loading those.
 */

export const requestKindTexts = {
  Issuance: 'Issuance of shares',
  HolderList: 'List for a meeting',
  ContactChange: 'Change of contact',
} as const;

export const requestStateTexts = {
  Received: 'Received',
  InProgress: 'Being worked on',
  WaitingForIssuer: 'Waiting for you',
  Done: 'Done',
  Rejected: 'Rejected',
  Withdrawn: 'Withdrawn',
} as const;

export const holderListTexts = {
  RegisteredHolders: 'Registered holders',
  WithAddresses: 'Registered holders with addresses',
  Certified: 'Certified list',
  Labels: 'Mailing labels',
} as const;

export const listFormatTexts = { PDF: 'PDF', XLSX: 'Excel' } as const;

export const contactActionTexts = {
  Add: 'New contact',
  Change: 'Changed details',
  End: 'No longer a contact',
} as const;
