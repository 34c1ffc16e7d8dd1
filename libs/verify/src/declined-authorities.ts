import { DeclinedAuthorities, paths, readSealed } from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';

/** Reports the sealer's statement on which outside authorities gave no token; never counts against the evidence. */
export async function noteDeclinedAuthorities({ zip, note, part, manifest }: Context): Promise<void> {
  const subject = paths.refusals;
  if (!zip.entries.has(subject)) return;
  try {
    const { ano, refusals } = readSealed(DeclinedAuthorities, await part(subject), subject);
    if (ano !== manifest.ano) throw problem('other-bundle');
    for (const { authority, why, detail: recorded } of refusals)
      note('outside-refusal', 'not-checked', {
        subject,
        required: false,
        detail: detail(`authority-${why}`, { authority, detail: recorded }),
      });
  } catch (error) {
    note('outside-refusal', 'failed', { subject, detail: detailOf(error) });
  }
}
