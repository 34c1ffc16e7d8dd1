import { createHash } from 'node:crypto';
import type { Court } from './court.ts';

/** Takes every submission and passes it on to nobody. Its name says so wherever the submission is shown. */
export const developmentCourt: Court = {
  name: '演示法院（不转交任何法院）/ Demonstration court (no court receives this)',
  isDevelopment: true,
  async submit({ evidence }) {
    const digest = createHash('sha256').update(`court:${evidence.ano}`).digest('hex');
    return { reference: `DEMO-${digest.slice(0, 12).toUpperCase()}` };
  },
};
