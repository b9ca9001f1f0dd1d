/** Who entered an item, and who changed its content since its last approval, by e-mail. */
export type Authors = { enteredBy: string; contentBy: readonly string[] };

/** Whether a user may approve an item: neither who entered it nor who changed its content. */
export function mayApprove(email: string, { enteredBy, contentBy }: Authors): boolean {
  return ![enteredBy, ...contentBy].some((other) => isSameUser(other, email));
}

/** Whether a user who may clear sanctions holds may clear that of an item: neither author nor approver of it. */
export function mayClearSanctions(email: string, item: Authors & { approvedBy: readonly string[] }): boolean {
  return mayApprove(email, item) && !item.approvedBy.some((other) => isSameUser(other, email));
}

/** E-mails of one user may differ in letter case. */
function isSameUser(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
