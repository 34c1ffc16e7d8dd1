import { X509Certificate } from 'node:crypto';
import { message } from '@proofkeep/contract';
import { done, type Step, skipped } from './step.ts';

/** Saves the site's certificate chain as the browser received and judged it, over the recorded connection. */
export const certificates: Step = {
  name: 'certificates',
  limitMs: 10_000,
  needs: 'browser',
  async run(capture) {
    const { committed } = capture.document.get();
    if (!committed?.url.startsWith('https:')) return skipped(message('certificates.none'));
    const { tableNames } = await capture.page
      .get()
      .send('Network.getCertificate', { origin: new URL(committed.url).origin });
    if (tableNames.length === 0) throw new Error('The browser gave no certificate.');
    const pem = tableNames.map((der) => new X509Certificate(Buffer.from(der, 'base64')).toString()).join('');
    await capture.sink.put('certificates', 'certificates.pem', 'application/x-pem-file', Buffer.from(pem));
    return done(message('certificates.chain', { certificates: tableNames.length }));
  },
};
