export { DividendPage as default, generateMetadata } from '#features/dividends/dividend-page';
