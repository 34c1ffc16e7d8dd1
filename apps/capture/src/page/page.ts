import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { z } from 'zod';
import type { CdpBus, SessionId } from '../browser/cdp.ts';

type Commands = ProtocolMapping.Commands;

export interface CallOptions {
  timeoutMs?: number;
  /** Another frame of the page than the main one; with its session where it lives in a process of its own. */
  frame?: { sessionId: SessionId; frameId: string };
}

const answerMs = 5_000;
const worldName = 'proofkeep';

/** The page under capture: its session, and code of ours run in it out of reach of the page's scripts. */
export class Page {
  readonly bus: CdpBus;
  readonly sessionId: SessionId;
  readonly frameId: string;

  constructor(bus: CdpBus, sessionId: SessionId, frameId: string) {
    this.bus = bus;
    this.sessionId = sessionId;
    this.frameId = frameId;
  }

  send<M extends keyof Commands>(method: M, params?: Commands[M]['paramsType'][0], timeoutMs = answerMs) {
    return this.bus.send(method, params, this.sessionId, timeoutMs);
  }

  /**
   * Runs `script` in an isolated world: it sees the document, but built-ins that the page has replaced are whole there.
   * The script goes over as text, so it can use nothing from outside but its arguments. Names that the page gives to
   * elements can still shadow properties of `document`, hence the schema: an answer that does not fit is an error.
   */
  async call<A extends unknown[], R>(
    schema: z.ZodType<R>,
    script: (...args: A) => unknown,
    args: NoInfer<A>,
    { timeoutMs = answerMs, frame = { sessionId: this.sessionId, frameId: this.frameId } }: CallOptions = {},
  ): Promise<R> {
    const { executionContextId } = await this.bus.send(
      'Page.createIsolatedWorld',
      { frameId: frame.frameId, worldName },
      frame.sessionId,
      timeoutMs,
    );
    const answer = await this.bus.send(
      'Runtime.callFunctionOn',
      {
        functionDeclaration: script.toString(),
        executionContextId,
        arguments: args.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
      },
      frame.sessionId,
      timeoutMs,
    );
    if (answer.exceptionDetails)
      throw new Error(`A script of ours failed in the page: ${exceptionText(answer.exceptionDetails)}`);
    return schema.parse(answer.result.value);
  }

  /** Height and width of the whole document in CSS pixels, as the layout has them: the page cannot forge them. */
  async contentSize(): Promise<{ width: number; height: number }> {
    const { cssContentSize } = await this.send('Page.getLayoutMetrics');
    return { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
  }
}

function exceptionText({ text, exception }: { text: string; exception?: { description?: string } }): string {
  return (exception?.description ?? text).slice(0, 300);
}
