// Names of an item's values, of the actions in its history, and of obstacles.

/** Names of the contract's values for screens; the server sends them, so that the page needs no schema. */
export type Words = Readonly<
  Record<
    'kind' | 'caseCode' | 'channel' | 'document' | 'documentState' | 'reason' | 'stop' | 'part',
    Record<string, string>
  >
>;

/** Steps of an item's history. */
export const actionText: Readonly<Record<string, string>> = {
  enter: 'Entered',
  update: 'Changed',
  submit: 'Submitted',
  approve: 'Approved',
  void: 'Approval void',
  post: 'Posted',
  hold: 'Held',
  return: 'Returned to entry',
  reject: 'Rejected',
  cancel: 'Canceled',
  assign: 'Assigned',
  addFile: 'File added',
  removeFile: 'File removed',
  ask: 'Issuer asked',
  reply: 'Written to the issuer',
  message: 'Message of the issuer',
};

/** `notOutstanding` as 'Not outstanding': lists give codes only, the panel shows whole sentences. */
export function obstacleTitle(code: string): string {
  const words = code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
