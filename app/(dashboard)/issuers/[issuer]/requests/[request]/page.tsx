export { generateMetadata, RequestPage as default } from '#features/requests/request-page';
