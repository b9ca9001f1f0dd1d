export { GetPage as default, metadata } from '#features/self-service/get-page';
