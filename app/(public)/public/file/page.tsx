export { metadata, PublicFilePage as default } from '#features/sending/public-file-page';
