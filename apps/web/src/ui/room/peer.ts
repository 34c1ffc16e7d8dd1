import type { IceServer, RoomSignal } from '@proofkeep/contract';

/** Quality of the connection to a person. `silent`: there is a connection, but nothing arrives on it. */
export type Quality = 'connecting' | 'good' | 'poor' | 'bad' | 'silent' | 'failed';

interface PeerOptions {
  iceServers: readonly IceServer[];
  stream: MediaStream;
  /** Only one of the two offers: Chromium that rolls its own offer back may gather no candidates afterwards. */
  isCaller: boolean;
  send: (signal: RoomSignal) => void;
  onStream: (stream: MediaStream) => void;
  onQuality: (quality: Quality) => void;
}

const statsMs = 3_000;
/** Interval of measurements until something arrives. */
const firstStatsMs = 500;
/** Time without a packet after which a connected person counts as silent. A camera and microphone that are off still send. */
const silentMs = 9_000;
/** Time without a connection after which a person counts as out of reach. Browsers that find no way at all never report a failure. */
const reachMs = 12_000;

/** Whether picture and sound of a person arrive, or did until a moment ago. */
export const isReached = (quality: Quality): boolean =>
  quality !== 'connecting' && quality !== 'silent' && quality !== 'failed';

/** The connection to one other browser: the caller offers and the other answers (RFC 9429 §3). */
export class Peer {
  readonly #o: PeerOptions;
  readonly #connection: RTCPeerConnection;
  #measuring: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  /** Packets arrive, or did until a moment ago. */
  #isArriving = false;
  #arrivedAtMs = 0;
  #lost = 0;
  #received = 0;

  constructor(o: PeerOptions) {
    this.#o = o;
    this.#connection = new RTCPeerConnection({ iceServers: o.iceServers as RTCIceServer[] });
    const connection = this.#connection;
    if (o.isCaller) connection.addEventListener('negotiationneeded', () => void this.#offer());
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (!candidate) return;
      const { candidate: text, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
      o.send({ kind: 'candidate', candidate: text, sdpMid, sdpMLineIndex, usernameFragment });
    });
    connection.addEventListener('track', ({ streams: [stream] }) => stream && o.onStream(stream));
    connection.addEventListener('connectionstatechange', () => this.#follow());
    for (const track of o.stream.getTracks()) connection.addTrack(track, o.stream);
    this.#measureLater();
    this.#expectConnection();
  }

  /** Takes a signal of the other browser. One that doesn't fit is ignored: the caller offers again if no connection comes. */
  async receive(signal: RoomSignal): Promise<void> {
    await this.#apply(signal).catch(() => {});
  }

  /** Replaces the sent tracks with those of other devices. */
  async replace(stream: MediaStream): Promise<void> {
    for (const sender of this.#connection.getSenders()) {
      const track = stream.getTracks().find(({ kind }) => kind === sender.track?.kind);
      if (track) await sender.replaceTrack(track);
    }
  }

  close(): void {
    clearTimeout(this.#measuring);
    clearTimeout(this.#deadline);
    this.#connection.close();
  }

  async #apply(signal: RoomSignal): Promise<void> {
    const connection = this.#connection;
    if (signal.kind === 'candidate') {
      const { kind: _kind, ...candidate } = signal;
      // A candidate of an earlier description is rejected.
      return connection.addIceCandidate(candidate);
    }
    const { kind: _kind, ...description } = signal;
    if (connection.signalingState === 'closed') return;
    await connection.setRemoteDescription(description);
    if (description.type !== 'offer') return;
    await connection.setLocalDescription();
    this.#sendDescription();
  }

  async #offer(): Promise<void> {
    try {
      await this.#connection.setLocalDescription();
      this.#sendDescription();
    } catch {
      // Closed meanwhile.
    }
  }

  #sendDescription(): void {
    const description = this.#connection.localDescription;
    if (description) this.#o.send({ kind: 'description', type: description.type, sdp: description.sdp });
  }

  #follow(): void {
    const { connectionState: state } = this.#connection;
    if (state === 'connected') {
      clearTimeout(this.#deadline);
      this.#arrivedAtMs = performance.now();
    }
    if (state === 'disconnected') {
      if (this.#isArriving) this.#o.onQuality('bad');
      this.#expectConnection();
    }
    if (state === 'failed') this.#startOver();
  }

  #expectConnection(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#startOver(), reachMs);
  }

  /** Reports that the person can't be reached, and tries other network paths until one works. */
  #startOver(): void {
    this.#isArriving = false;
    this.#o.onQuality('failed');
    this.#expectConnection();
    if (!this.#o.isCaller) return;
    // restartIce makes a new offer only in the state "stable" (W3C WebRTC §4.7.3), so an unanswered offer is sent again.
    if (this.#connection.signalingState === 'have-local-offer') this.#sendDescription();
    else this.#connection.restartIce();
  }

  #measureLater(): void {
    clearTimeout(this.#measuring);
    this.#measuring = setTimeout(() => void this.#measure(), this.#isArriving ? statsMs : firstStatsMs);
  }

  async #measure(): Promise<void> {
    const connection = this.#connection;
    const measured = await receivedBy(connection).catch(() => null);
    if (connection.connectionState === 'closed') return;
    if (measured) {
      const { lost, received, roundTripMs } = measured;
      const newly = { lost: lost - this.#lost, received: received - this.#received, roundTripMs };
      [this.#lost, this.#received] = [lost, received];
      if (connection.connectionState === 'connected') this.#report(newly);
    }
    this.#measureLater();
  }

  /** Reports the quality by what arrived since the last measurement. Before the first packet there is none to report. */
  #report({ lost, received, roundTripMs }: Received): void {
    const { onQuality } = this.#o;
    if (received > 0) {
      this.#isArriving = true;
      this.#arrivedAtMs = performance.now();
      const share = lost / Math.max(1, lost + received);
      if (share > 0.1) onQuality('bad');
      else onQuality(share > 0.03 || roundTripMs > 400 ? 'poor' : 'good');
    } else if (performance.now() - this.#arrivedAtMs >= silentMs) {
      this.#isArriving = false;
      onQuality('silent');
    } else if (this.#isArriving) onQuality('bad');
  }
}

interface Received {
  /** Packets lost and received. */
  lost: number;
  received: number;
  roundTripMs: number;
}

async function receivedBy(connection: RTCPeerConnection): Promise<Received> {
  const found: Received = { lost: 0, received: 0, roundTripMs: 0 };
  for (const report of (await connection.getStats()).values()) {
    const { type, packetsLost = 0, packetsReceived = 0, nominated, currentRoundTripTime = 0 } = report;
    if (type === 'inbound-rtp') {
      found.lost += packetsLost;
      found.received += packetsReceived;
    }
    if (type === 'candidate-pair' && nominated) found.roundTripMs = currentRoundTripTime * 1_000;
  }
  return found;
}
