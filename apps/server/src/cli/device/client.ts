import {
  announcementText,
  type Call,
  enforcerCalls as calls,
  deviceLimits,
  Envelope,
  type Language,
} from '@proofkeep/contract';
import type { SimulatedDevice, SimulatedSegment } from '@proofkeep/seal';
import type { z } from 'zod';

/** Connects a simulated device to a service. */
export interface DeviceClient {
  /** Announces the device with a binding code. @returns its id */
  announce(code: string, name: string): Promise<string>;
  /** @returns its state, and the service's time */
  status(id: string): Promise<z.output<typeof calls.deviceStatus.reply>>;
  /** Announces segments, then sends the contents that the service doesn't have. */
  send(id: string, segments: readonly SimulatedSegment[]): Promise<void>;
}

/** @param url address of the service. @throws Error with the code and the sentence of a refusal, in that language */
export function deviceClient(url: string, device: SimulatedDevice, language: Language): DeviceClient {
  const ask = async <C extends Call>(
    call: C,
    parameters: Record<string, string | number>,
    body?: object | FormData,
  ): Promise<z.output<C['reply']>> => {
    const path = call.path.replace(/\{(\w+)\}/g, (_gap, name: string) => String(parameters[name]));
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, url), {
      method: call.method,
      headers: { 'accept-language': language, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      throw new Error(`${url} can't be reached.`, { cause });
    });
    const { flag, data, errorCode, errorMessage } = Envelope.parse(await response.json());
    if (!flag) throw new Error(`${errorCode}: ${errorMessage}`);
    return call.reply.parse(data) as z.output<C['reply']>;
  };
  return {
    async announce(code, name) {
      const publicKey = device.publicKey.toString('base64');
      const plain = code.replaceAll('-', '').toUpperCase();
      const signature = device.sign(announcementText({ code: plain, publicKey }));
      return (await ask(calls.announceDevice, {}, { code: plain, publicKey, signature, name })).id;
    },
    status: (id) => ask(calls.deviceStatus, { id }),
    async send(id, segments) {
      for (let at = 0; at < segments.length; at += deviceLimits.announced) {
        const some = segments.slice(at, at + deviceLimits.announced);
        const { list } = await ask(calls.announceSegments, { id }, { segments: some.map(({ signed }) => signed) });
        for (const [i, { header, content }] of some.entries()) {
          if (list[i]?.isStored) continue;
          const body = new FormData();
          body.append('file', new Blob([new Uint8Array(content)]), 'segment');
          await ask(calls.uploadSegment, { id, recording: header.recording, n: header.n }, body);
        }
      }
    },
  };
}
