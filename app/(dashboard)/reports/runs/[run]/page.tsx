export { metadata, RunPage as default } from '#features/reports/run/run-page';
