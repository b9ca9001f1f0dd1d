/** The last migration this program knows: a store at another one is not this program's to work on. */
export const storeVersion = '0011_passkeys.sql';
