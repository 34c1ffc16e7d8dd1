import { createSocket } from 'node:dgram';

/** How the stand-in responds to a request. */
export type TimeServerBehaviour =
  /** A stratum 2 server with a correct clock. */
  | 'correct'
  /** Correct, after half a second. */
  | 'slow'
  /** The datagram is dropped. */
  | 'silent'
  /** A kiss-o'-death packet with code RATE (RFC 5905 §7.4). */
  | 'kiss'
  /** States that it has no time: leap indicator 3. */
  | 'unsynchronised'
  /** A response to another request. */
  | 'wrong-nonce'
  /** A response to another request, then the correct one. */
  | 'spoofed-first'
  /** States a transmit time before the receive time. */
  | 'backwards'
  | 'garbage';

/** The stand-in for an SNTP server. */
export interface TimeServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Offset of its clock from this machine's; positive: ahead. */
  offsetMs: number;
  behave(behaviour: TimeServerBehaviour): void;
  /** Number of requests received. */
  readonly asked: number;
  close(): Promise<void>;
}

const slowMs = 500;
const ntpEpochMs = 2_208_988_800_000;

/** Starts an SNTP server (RFC 5905, version 4) on a free loopback UDP port. */
export async function startTimeServer(o: { offsetMs?: number } = {}): Promise<TimeServer> {
  let behaviour: TimeServerBehaviour = 'correct';
  let asked = 0;
  const socket = createSocket('udp4');
  const server: TimeServer = {
    get address() {
      return `127.0.0.1:${socket.address().port}`;
    },
    offsetMs: o.offsetMs ?? 0,
    behave(next) {
      behaviour = next;
    },
    get asked() {
      return asked;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (request, { port }) => {
    asked++;
    const send = (packet: Buffer) => socket.send(packet, port, '127.0.0.1', () => {});
    const packets = answersTo(request, Date.now() + server.offsetMs, behaviour);
    setTimeout(() => packets.forEach(send), behaviour === 'slow' ? slowMs : 0);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return server;
}

function answersTo(request: Buffer, nowMs: number, behaviour: TimeServerBehaviour): Buffer[] {
  if (behaviour === 'silent') return [];
  if (behaviour === 'garbage') return [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')];
  const answer = answerTo(request, nowMs);
  const another = Buffer.from(answer);
  another[24]! ^= 0x01;
  switch (behaviour) {
    case 'kiss':
      answer[1] = 0;
      answer.write('RATE', 12, 'ascii');
      return [answer];
    case 'unsynchronised':
      answer[0] = 0xe4;
      return [answer];
    case 'wrong-nonce':
      return [another];
    case 'spoofed-first':
      return [another, answer];
    case 'backwards':
      writeTimestamp(answer, 40, nowMs - 5);
      return [answer];
    default:
      return [answer];
  }
}

function answerTo(request: Buffer, nowMs: number): Buffer {
  const answer = Buffer.alloc(48);
  answer[0] = 0x24;
  answer[1] = 2;
  answer[2] = 6;
  answer.writeInt8(-20, 3);
  answer.writeUInt32BE(0x0000_0100, 4); // root delay: 3.9 ms
  answer.writeUInt32BE(0x0000_0100, 8); // root dispersion: 3.9 ms
  answer.set([192, 0, 2, 1], 12);
  writeTimestamp(answer, 16, nowMs - 30_000);
  request.copy(answer, 24, 40, 48);
  writeTimestamp(answer, 32, nowMs);
  writeTimestamp(answer, 40, nowMs);
  return answer;
}

function writeTimestamp(packet: Buffer, at: number, unixMs: number): void {
  const ms = unixMs + ntpEpochMs;
  packet.writeUInt32BE(Math.floor(ms / 1000) % 2 ** 32, at);
  packet.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32), at + 4);
}
