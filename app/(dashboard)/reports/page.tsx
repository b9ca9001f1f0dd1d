export { metadata, ReportsPage as default } from '#features/reports/reports-page';
