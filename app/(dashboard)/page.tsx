export { HomePage as default, metadata } from '#features/portfolio/home-page';
