import { startSampleSite } from './sample-site.ts';

/** For manual use: `npm run sample-site` serves the shop until it is interrupted. */
const site = await startSampleSite({ httpPort: 8480, httpsPort: 8443 });
console.log(`The sample site
  HTTP    ${site.httpOrigin}/shop
  HTTPS   ${site.httpsOrigin}/shop   (untrusted certificate)
  also    /article /account /challenge /chat /redirect/5 /form /feed /websocket /slow /empty /error /download-only /shop?big=60
  hostile ${site.httpOrigin}/hostile

To preserve it, open its addresses to the capture node:
  EGRESS_ALLOW=${site.egressAllow.join(',')} npx proofkeep preserve ${site.httpOrigin}/shop --out shop.zip`);
process.once('SIGINT', () => void site.close());
