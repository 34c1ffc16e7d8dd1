import { type CaptureFailure, type Message, message } from '@proofkeep/contract';

/** An error with a message for the user. */
export class MessageError extends Error {
  override name = 'MessageError';
  readonly said: Message;

  constructor(said: Message, options?: ErrorOptions) {
    super(said.text, options);
    this.said = said;
  }
}

/** Ends the whole capture; the report contains its message. */
export class CaptureError extends MessageError {
  override name = 'CaptureError';
  readonly code: CaptureFailure;

  constructor(code: CaptureFailure, said: Message, options?: ErrorOptions) {
    super(said, options);
    this.code = code;
  }
}

/** Returns the message of an error: a translatable one of ours, or the error's own text. */
export function messageOf(error: unknown): Message {
  if (error instanceof MessageError) return error.said;
  return message('verbatim', { text: error instanceof Error ? error.message : String(error) });
}
