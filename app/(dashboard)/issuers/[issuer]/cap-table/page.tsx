export { CapTablePage as default, generateMetadata } from '#features/cap-table/cap-table-page';
