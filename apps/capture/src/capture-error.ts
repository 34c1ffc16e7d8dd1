import { type CaptureFailure, type Said, say } from '@proofkeep/contract';

/** An error with a message for the user. */
export class SaidError extends Error {
  override name = 'SaidError';
  readonly said: Said;

  constructor(said: Said, options?: ErrorOptions) {
    super(said.text, options);
    this.said = said;
  }
}

/** Ends the whole capture; the report contains its message. */
export class CaptureError extends SaidError {
  override name = 'CaptureError';
  readonly code: CaptureFailure;

  constructor(code: CaptureFailure, said: Said, options?: ErrorOptions) {
    super(said, options);
    this.code = code;
  }
}

/** Returns the message of an error: a translatable one of ours, or the error's own text. */
export function saidOf(error: unknown): Said {
  if (error instanceof SaidError) return error.said;
  return say('verbatim', { text: error instanceof Error ? error.message : String(error) });
}
