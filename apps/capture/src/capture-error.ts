import { type CaptureFailure, type Said, say } from '@proofkeep/contract';

/** An error that has something to say to a person. */
export class SaidError extends Error {
  override name = 'SaidError';
  readonly said: Said;

  constructor(said: Said, options?: ErrorOptions) {
    super(said.text, options);
    this.said = said;
  }
}

/** Ends the whole capture; what it says the report gives. */
export class CaptureError extends SaidError {
  override name = 'CaptureError';
  readonly code: CaptureFailure;

  constructor(code: CaptureFailure, said: Said, options?: ErrorOptions) {
    super(said, options);
    this.code = code;
  }
}

/** What an error says: a sentence of ours, or the words of whoever threw it. */
export function saidOf(error: unknown): Said {
  if (error instanceof SaidError) return error.said;
  return say('verbatim', { text: error instanceof Error ? error.message : String(error) });
}
