import type { CaptureFailure } from '@proofkeep/contract';

/** Ends the whole capture; the message is the sentence that the report gives. */
export class CaptureError extends Error {
  override name = 'CaptureError';
  readonly code: CaptureFailure;

  constructor(code: CaptureFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
