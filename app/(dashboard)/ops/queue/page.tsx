export { generateMetadata, QueuePage as default } from '#features/work-queue/queue-page';
