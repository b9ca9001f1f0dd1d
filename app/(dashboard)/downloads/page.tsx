export { DownloadsPage as default, metadata } from '#features/downloads/downloads-page';
