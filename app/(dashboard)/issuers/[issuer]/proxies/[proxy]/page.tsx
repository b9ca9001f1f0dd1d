export { generateMetadata, ProxyPage as default } from '#features/proxies/proxy-page';
