/** The last migration this program knows; it does not work on a store at any other version. */
export const storeVersion = '0020_run_cells.sql';
