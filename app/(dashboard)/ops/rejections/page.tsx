export { generateMetadata, RejectionsPage as default } from '#features/work-queue/rejections-page';
