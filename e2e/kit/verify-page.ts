import { blobSource } from '@proofkeep/bundle';
import { readAnchors, verifyBundle } from '@proofkeep/verify';

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const bundle = find<HTMLInputElement>('[aria-label=Bundle]');
const trust = find<HTMLTextAreaElement>('[aria-label=Trust]');
const status = find<HTMLPreElement>('[role=status]');

const verify = async (file: Blob) => verifyBundle(blobSource(file), await readAnchors(trust.value));

bundle.addEventListener('change', async () => {
  const file = bundle.files?.[0] as File;
  status.textContent = await verify(file).then((report) => JSON.stringify(report), String);
});
