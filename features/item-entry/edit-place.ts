/** Where the browser keeps the ID of a change of an item. */
export const editPlace = (user: string, issuer: number, item: number) => `item ${user} ${issuer} ${item}`;
