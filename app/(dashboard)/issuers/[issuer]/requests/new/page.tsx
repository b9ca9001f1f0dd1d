export { generateMetadata, NewRequestPage as default } from '#features/requests/new-request-page';
