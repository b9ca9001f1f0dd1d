export { metadata, NewBatchPage as default } from '#features/batches/new-batch-page';
