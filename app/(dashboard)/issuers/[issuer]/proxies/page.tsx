export { generateMetadata, ProxiesPage as default } from '#features/proxies/proxies-page';
