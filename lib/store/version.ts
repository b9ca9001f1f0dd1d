// Name of the last migration of the dashboard's database.

/** The last migration this program knows; it does not work on a store at any other version. */
export const storeVersion = '0024_mail_notices.sql';
