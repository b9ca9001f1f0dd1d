export { GetRunPage as default, metadata } from '#features/self-service/get-run-page';
