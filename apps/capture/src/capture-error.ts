import type { CaptureFailure, Message } from '@proofkeep/contract';
import { reportFault } from './faults.ts';
import { systemMessage } from './network-messages.ts';

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

/** Returns the message of an error: its own, or that of a network error. Any other error is a fault, and goes to the log. */
export const messageOf = (error: unknown): Message =>
  error instanceof MessageError ? error.said : (systemMessage(error) ?? reportFault(error));
