import { announcementText, enforcerCalls as calls, Envelope } from '@proofkeep/contract';
import { type SimulatedDevice, type SimulatedSegment, simulateDevice } from '@proofkeep/seal';
import { formFile } from '../../../testing/form-file.ts';
import { addressOf, type Login, type TestService } from '../../../testing/service.ts';

export interface TestDevice extends SimulatedDevice {
  id: string;
  announce(segments: readonly SimulatedSegment[]): ReturnType<typeof announce>;
  /** @returns the code of the refusal; null if it was stored */
  upload(segment: SimulatedSegment, content?: Buffer): Promise<string | null>;
  /** Announces segments and sends their contents. */
  send(segments: readonly SimulatedSegment[]): Promise<void>;
}

/** Simulated devices for a test service. */
export function useDevices(service: TestService) {
  /** A device that announced itself with a code. */
  const announced = async (code: string, device?: SimulatedDevice) => {
    const made = device ?? simulateDevice();
    const plain = code.replace('-', '');
    const publicKey = made.publicKey.toString('base64');
    const signature = made.sign(announcementText({ code: plain, publicKey }));
    const answer = await service.ask(calls.announceDevice, { code, publicKey, signature, name: '巡检一号' });
    return { device: made, answer };
  };
  return {
    announced,
    /** A device bound to the account of a login. */
    async bound(login: Login): Promise<TestDevice> {
      const { code } = (await service.ask(calls.bindingCode, {}, { as: login.token })).data;
      const { device, answer } = await announced(code);
      await service.ask(calls.bindDevice, { code }, { as: login.token });
      const { id } = answer.data;
      const upload = (segment: SimulatedSegment, content = segment.content) => send(service, id, segment, content);
      return {
        ...device,
        id,
        announce: (segments) => announce(service, id, segments),
        upload,
        async send(segments) {
          await announce(service, id, segments);
          for (const segment of segments) await upload(segment);
        },
      };
    },
    /** The only recording that a login sees. */
    async onlyRecording({ token }: Login) {
      const { data } = await service.ask(calls.recordingList, {}, { as: token });
      const [found, ...others] = data.list;
      if (!found || others.length > 0) throw new Error(`${data.total} recordings`);
      return found;
    },
  };
}

const announce = (service: TestService, id: string, segments: readonly SimulatedSegment[]) =>
  service.ask(calls.announceSegments, { id, segments: segments.map(({ signed }) => signed) });

async function send(service: TestService, id: string, { header }: SimulatedSegment, content: Buffer) {
  const { url } = addressOf(calls.uploadSegment, { id, recording: header.recording, n: header.n });
  const response = await service.app.inject({ method: 'PUT', url, ...formFile(content) });
  return Envelope.parse(response.json()).errorCode ?? null;
}
