export { type OutsideTsa, type OutsideTsaBehaviour, startOutsideTsa } from './outside-tsa.ts';
export {
  type SampleSite,
  type SampleSiteOptions,
  type SiteResource,
  startSampleSite,
} from './sample-site/sample-site.ts';
