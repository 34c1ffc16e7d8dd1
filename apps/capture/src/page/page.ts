import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { z } from 'zod';
import type { CdpBus, SessionId } from '../browser/cdp.ts';

type Commands = ProtocolMapping.Commands;

export interface CallOptions {
  timeoutMs?: number;
  /** A frame of the page other than the main one; with its session if it runs in another process. */
  frame?: { sessionId: SessionId; frameId: string };
  /** `backendNodeId` of a node that becomes the script's `this`; the script itself couldn't find it. */
  node?: number | undefined;
}

type RunOptions = Required<Omit<CallOptions, 'node'>> &
  Pick<CallOptions, 'node'> & { args: unknown[]; returnByValue: boolean };

const answerMs = 5_000;
const worldName = 'proofkeep';

/** The captured page: its session, and our code in it that the page's scripts cannot reach. */
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
   * Runs `script` in an isolated world: it sees the document, but its built-ins are intact even if the page replaced
   * its own. The script is sent as text, so it can use only its arguments. Names that the page gives to elements can
   * still shadow properties of `document`; therefore an answer that does not match the schema is an error.
   */
  async call<A extends unknown[], R>(
    schema: z.ZodType<R>,
    script: (...args: A) => unknown,
    args: NoInfer<A>,
    { timeoutMs = answerMs, frame = { sessionId: this.sessionId, frameId: this.frameId }, node }: CallOptions = {},
  ): Promise<R> {
    const { value } = await this.#run(script, { args, frame, timeoutMs, node, returnByValue: true });
    return schema.parse(value);
  }

  /** Describes the element that `script` returns, with its frame and shadow roots; empty without an element. */
  async describe(
    script: () => Element | null,
    { timeoutMs = answerMs, node }: Pick<CallOptions, 'timeoutMs' | 'node'> = {},
  ): Promise<Partial<Protocol.DOM.Node>> {
    const { objectId } = await this.#run(script, { args: [], frame: this, timeoutMs, node, returnByValue: false });
    if (!objectId) return {};
    const described = await this.send('DOM.describeNode', { objectId }, timeoutMs);
    this.send('Runtime.releaseObject', { objectId }).catch(() => {});
    return described.node;
  }

  async #run(
    script: (...args: never[]) => unknown,
    { args, frame, timeoutMs, node, returnByValue }: RunOptions,
  ): Promise<Protocol.Runtime.RemoteObject> {
    const { executionContextId } = await this.bus.send(
      'Page.createIsolatedWorld',
      { frameId: frame.frameId, worldName },
      frame.sessionId,
      timeoutMs,
    );
    const resolve = { backendNodeId: node, executionContextId };
    const resolved =
      node === undefined ? undefined : await this.bus.send('DOM.resolveNode', resolve, frame.sessionId, timeoutMs);
    const objectId = resolved?.object.objectId;
    const answer = await this.bus.send(
      'Runtime.callFunctionOn',
      {
        functionDeclaration: script.toString(),
        ...(resolved ? { objectId } : { executionContextId }),
        arguments: args.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue,
      },
      frame.sessionId,
      timeoutMs,
    );
    if (objectId) this.bus.send('Runtime.releaseObject', { objectId }, frame.sessionId).catch(() => {});
    if (answer.exceptionDetails)
      throw new Error(`A script of ours failed in the page: ${exceptionText(answer.exceptionDetails)}`);
    return answer.result;
  }

  /** Size of the whole document in CSS pixels, from the layout: the page cannot forge it. */
  async contentSize(): Promise<{ width: number; height: number }> {
    const { cssContentSize } = await this.send('Page.getLayoutMetrics');
    return { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
  }
}

function exceptionText({ text, exception }: { text: string; exception?: { description?: string } }): string {
  return (exception?.description ?? text).slice(0, 300);
}
