export { ItemsPage } from './items-page.tsx';
