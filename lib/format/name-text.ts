/** A name in code as words: 'primaryTaxId' is 'Primary tax ID', 'account-invite' is 'Account invite'. */
export function nameText(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .toLowerCase()
    .replace(/\bid(s?)\b/g, 'ID$1');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
