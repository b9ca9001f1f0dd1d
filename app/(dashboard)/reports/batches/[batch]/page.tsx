export { BatchPage as default, metadata } from '#features/batches/batch-page';
