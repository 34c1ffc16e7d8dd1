import { createHash } from 'node:crypto';
import type { Court } from './court.ts';

/**
 * Accepts every submission without passing it on. Its name says so wherever the submission is shown. A list for a court
 * whose name contains 退回 is returned for correction, to try that case.
 */
export const developmentCourt: Court = {
  name: '演示法院（不转交任何法院）/ Demonstration court (no court receives this)',
  isDevelopment: true,
  async submit({ evidence }) {
    const digest = createHash('sha256').update(`court:${evidence.ano}`).digest('hex');
    return { reference: `DEMO-${digest.slice(0, 12).toUpperCase()}` };
  },
  async submitList({ no, court }) {
    return `${court.includes('退回') ? 'DEMO-RETURN' : 'DEMO'}-${no}`;
  },
  async askAboutList(reference) {
    if (!reference.startsWith('DEMO-RETURN')) return { state: 'accepted' };
    return { state: 'returned', reason: '演示：证明目的不明确，请补充后重新提交' };
  },
};
