import type { SimulatedDevice, SimulatedSegment } from './device.ts';

interface Envelope {
  flag: boolean;
  data: unknown;
  errorCode?: string;
}

/** Connects a simulated device to a service. */
export interface DeviceClient {
  /** Announces the device with a binding code. @returns its id */
  announce(code: string, name: string): Promise<string>;
  /** Announces segments, then sends the contents that the service doesn't have. */
  send(id: string, segments: readonly SimulatedSegment[]): Promise<void>;
}

/** Most segments in one announcement. */
const atOnce = 50;

/** @param url address of the service. @throws Error with the code of a refusal */
export function deviceClient(url: string, device: SimulatedDevice): DeviceClient {
  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${url}/creditor/enforcer/device${path}`, init);
    const { flag, data, errorCode } = (await response.json()) as Envelope;
    if (!flag) throw new Error(errorCode);
    return data as T;
  };
  const post = <T>(path: string, body: object): Promise<T> =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    async announce(code, name) {
      const publicKey = device.publicKey.toString('base64');
      const plain = code.replaceAll('-', '');
      const signature = await device.sign(`proofkeep-device-announcement\n${plain}\n${publicKey}\n`);
      return (await post<{ id: string }>('', { code: plain, publicKey, signature, name })).id;
    },
    async send(id, segments) {
      for (let at = 0; at < segments.length; at += atOnce) {
        const some = segments.slice(at, at + atOnce);
        type Known = { list: { n: number; isStored: boolean }[] };
        const { list } = await post<Known>(`/${id}/segments`, { segments: some.map(({ signed }) => signed) });
        for (const [i, { header, content }] of some.entries()) {
          if (list[i]?.isStored) continue;
          const body = new FormData();
          body.append('file', new Blob([new Uint8Array(content)]), 'segment');
          await ask(`/${id}/recording/${header.recording}/segment/${header.n}`, { method: 'PUT', body });
        }
      }
    },
  };
}
