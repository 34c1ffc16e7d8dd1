import {
  type RoomInput,
  type RoomOutput,
  type RoomPerson,
  type RoomTicket,
  roomCloses,
  roomProtocol,
  roomSocketPath,
  type VideoRoomState,
} from '@proofkeep/contract';
import { Peer, type Quality } from './peer.ts';

/** Why the room can't be used, for now or for good. */
export type RoomEnd = 'taken' | 'signed-out' | 'over' | 'full' | 'refused';

export interface Other extends RoomPerson {
  stream: MediaStream | null;
  quality: Quality;
}

export interface RoomView {
  isConnected: boolean;
  end: RoomEnd | null;
  state: VideoRoomState;
  me: RoomPerson | null;
  others: readonly Other[];
  isRecorded: boolean;
}

const ends = new Map<number, RoomEnd>([
  [roomCloses.taken, 'taken'],
  [roomCloses.signedOut, 'signed-out'],
  [roomCloses.over, 'over'],
  [roomCloses.full, 'full'],
]);
const longestWaitMs = 10_000;
/** Reasons after which another attempt may succeed. */
const passing = new Set(['UNREACHABLE', 'TIMEOUT', 'INTERNAL', 'TOO_MANY']);

/**
 * A person's connection to a room: its WebSocket, and, while the room is open, a peer for every other person present.
 */
export class RoomClient {
  readonly #takeTicket: () => Promise<RoomTicket>;
  readonly #peers = new Map<string, Peer>();
  readonly #watchers = new Set<() => void>();
  #stream: MediaStream;
  #socket: WebSocket | null = null;
  #ticket: RoomTicket | null = null;
  #isClosed = false;
  #tries = 0;
  #isRecording = false;
  #view: RoomView = { isConnected: false, end: null, state: 'waiting', me: null, others: [], isRecorded: false };

  constructor(takeTicket: () => Promise<RoomTicket>, stream: MediaStream) {
    this.#takeTicket = takeTicket;
    this.#stream = stream;
    void this.#connect();
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly view = (): RoomView => this.#view;

  /** Turns camera and microphone on or off, and informs the others. */
  setMedia({ camera, microphone }: { camera: boolean; microphone: boolean }): void {
    for (const track of this.#stream.getVideoTracks()) track.enabled = camera;
    for (const track of this.#stream.getAudioTracks()) track.enabled = microphone;
    if (this.#view.me) this.#change({ me: { ...this.#view.me, camera, microphone } });
    this.#send({ type: 'media', camera, microphone });
  }

  /** Sends other devices' picture and sound, switched on or off as those so far were. */
  async replace(stream: MediaStream): Promise<void> {
    if (stream === this.#stream) return;
    const { camera, microphone } = this.#mediaNow();
    this.#stream = stream;
    this.setMedia({ camera, microphone });
    for (const peer of this.#peers.values()) await peer.replace(stream);
  }

  sendRecording(is: boolean): void {
    this.#isRecording = is;
    this.#send({ type: 'recording', is });
  }

  /** Connects again: after another window took over, after a failure, or to find a way to people who are out of reach. */
  retry(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#closePeers();
    this.#change({ isConnected: false, end: null, others: [], isRecorded: false });
    this.#tries = 0;
    void this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    this.#closePeers();
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#ticket = await this.#takeTicket();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!passing.has(code)) return this.#change({ isConnected: false, end: 'refused' });
      return this.#connectLater();
    }
    if (this.#isClosed) return;
    const address = new URL(roomSocketPath(this.#ticket.roomId), location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address, [roomProtocol, `ticket.${this.#ticket.ticket}`]);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(data)) as RoomOutput);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      this.#closePeers();
      const end = ends.get(code);
      this.#change({ isConnected: false, others: [], isRecorded: false, ...(end ? { end } : {}) });
      if (!end) this.#connectLater();
    });
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    this.#change({ isConnected: false });
    const waitMs = Math.min(longestWaitMs, 500 * 2 ** this.#tries++);
    setTimeout(() => void this.#connect(), waitMs);
  }

  #receive(output: RoomOutput): void {
    switch (output.type) {
      case 'welcome': {
        this.#tries = 0;
        this.#closePeers();
        const others = output.people.map(newOther);
        this.#change({ ...output, isConnected: true, end: null, others });
        this.setMedia(this.#mediaNow());
        // The service lost this state with the previous connection.
        if (this.#isRecording) this.sendRecording(true);
        return this.#callAll();
      }
      case 'joined':
        this.#forget(output.person.id);
        this.#change({ others: [...this.#view.others, newOther(output.person)] });
        // People who join later don't get earlier messages.
        this.setMedia(this.#mediaNow());
        return this.#callAll();
      case 'left':
        if (this.#view.others.some(({ id, connection }) => id === output.id && connection === output.connection))
          this.#forget(output.id);
        return;
      case 'signal': {
        const from = this.#view.others.find(({ id }) => id === output.from);
        if (from?.connection === output.connection) void this.#peers.get(output.from)?.receive(output.signal);
        return;
      }
      case 'media':
        return this.#changeOther(output.id, { camera: output.camera, microphone: output.microphone });
      case 'recording':
        return this.#change({ isRecorded: output.is });
      case 'room':
        this.#change({ state: output.state });
        return this.#callAll();
    }
  }

  #mediaNow() {
    const [video, audio] = [this.#stream.getVideoTracks()[0], this.#stream.getAudioTracks()[0]];
    return { camera: video?.enabled ?? false, microphone: audio?.enabled ?? false };
  }

  /** Connects to every person present who isn't connected yet. */
  #callAll(): void {
    const { state, me, others } = this.#view;
    if (state !== 'open' || !me) return;
    for (const { id, connection } of others) {
      if (this.#peers.has(id)) continue;
      const peer = new Peer({
        iceServers: this.#ticket?.iceServers ?? [],
        stream: this.#stream,
        isCaller: me.id < id,
        send: (signal) => this.#send({ type: 'signal', to: id, connection, signal }),
        onStream: (stream) => this.#changeOther(id, { stream }),
        onQuality: (quality) => this.#changeOther(id, { quality }),
      });
      this.#peers.set(id, peer);
    }
  }

  #forget(id: string): void {
    this.#peers.get(id)?.close();
    this.#peers.delete(id);
    this.#change({ others: this.#view.others.filter((other) => other.id !== id) });
  }

  #closePeers(): void {
    for (const peer of this.#peers.values()) peer.close();
    this.#peers.clear();
  }

  #changeOther(id: string, part: Partial<Other>): void {
    this.#change({ others: this.#view.others.map((other) => (other.id === id ? { ...other, ...part } : other)) });
  }

  #change(part: Partial<RoomView>): void {
    this.#view = { ...this.#view, ...part };
    for (const watcher of this.#watchers) watcher();
  }

  #send(input: RoomInput): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(input));
  }
}

const newOther = (person: RoomPerson): Other => ({ ...person, stream: null, quality: 'connecting' });
