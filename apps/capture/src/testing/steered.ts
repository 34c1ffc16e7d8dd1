import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CaptureJob,
  type LiveInput as Input,
  type LiveDevice,
  type LiveInput,
  type LiveOrder,
  type LiveOutput,
  liveLimits,
  liveViewports,
} from '@proofkeep/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import { type Captured, capture, type GivenCapture } from './capture.ts';

type Sent = z.input<typeof Input>;
type State = Extract<LiveOutput, { type: 'state' }>;

/** A live session in a real browser, steered as the service steers it. */
export interface Steered {
  readonly messages: LiveOutput[];
  readonly state: State | undefined;
  /** Title of the tab in front. */
  readonly title: string | undefined;
  send(...inputs: (Sent | LiveOrder)[]): void;
  /** Types text key by key. */
  type(text: string): void;
  press(key: string, keyCode: number, text?: string): void;
  /** Resolves once it has ended. */
  readonly captured: Promise<Captured>;
}

interface GivenSession extends GivenCapture {
  url: string;
  /** Limits other than those of the product. */
  limits?: Partial<Pick<NonNullable<CaptureJob['session']>, 'wallMs' | 'awayMs' | 'idleMs'>>;
  isPresent?: boolean;
  device?: LiveDevice;
}

export async function steer({
  url,
  limits,
  isPresent = true,
  device = 'desktop',
  ...given
}: GivenSession): Promise<Steered> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const messages: LiveOutput[] = [];
  const connected = new Promise<WebSocket>((resolve) => {
    sockets.on('connection', (socket) => {
      socket.send(JSON.stringify({ type: 'present', is: isPresent }));
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) socket.send(JSON.stringify({ type: 'ack', frame: data.readUInt32BE(0) }));
        else messages.push(JSON.parse(String(data)));
      });
      resolve(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const control = { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'test' };
  const defaults = { wallMs: 120_000, awayMs: liveLimits.awayMs, idleMs: liveLimits.idleMs };
  const session = { device, ...defaults, ...limits, control } as const;
  // As the service orders it.
  const job = {
    url,
    device: device === 'mobile' ? 'phone' : 'desktop',
    viewport: liveViewports[device],
    session,
  } as const;
  const captured = capture(job, given).finally(() => {
    sockets.close();
    server.close();
  });
  const socket = await connected;
  const send = (...inputs: (Sent | LiveOrder)[]) => {
    for (const input of inputs) socket.send(JSON.stringify(input satisfies Sent | LiveOrder as LiveInput | LiveOrder));
  };
  const stateOf = () => messages.findLast((one): one is State => one.type === 'state');
  return {
    messages,
    get state() {
      return stateOf();
    },
    get title() {
      return stateOf()?.tabs.find(({ isActive }) => isActive)?.title;
    },
    send,
    type(text) {
      for (const key of text) {
        const keyCode = key.toUpperCase().charCodeAt(0);
        send({ type: 'key', action: 'down', key, text: key, keyCode }, { type: 'key', action: 'up', key, keyCode });
      }
    },
    press(key, keyCode, text = '') {
      const common = { type: 'key', key, code: key, keyCode } as const;
      send({ ...common, action: 'down', text }, { ...common, action: 'up' });
    },
    captured,
  };
}
