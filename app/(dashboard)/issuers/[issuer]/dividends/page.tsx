export { DividendsPage as default, generateMetadata } from '#features/dividends/dividends-page';
