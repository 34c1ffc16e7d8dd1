import type { RoomSignal } from '@proofkeep/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isReached, Peer, type Quality } from './peer.ts';

type Description = { type: 'offer' | 'answer'; sdp: string };

/** The signalling of an RTCPeerConnection: `negotiationneeded` comes in the state "stable" only. */
class FakeConnection extends EventTarget {
  signalingState = 'stable';
  connectionState = 'new';
  localDescription: Description | null = null;
  packetsReceived = 0;
  #made = 0;

  constructor() {
    super();
    connections.push(this);
  }
  addTrack(): void {
    if (this.#made === 0) this.restartIce();
  }
  restartIce(): void {
    if (this.signalingState === 'stable') queueMicrotask(() => this.dispatchEvent(new Event('negotiationneeded')));
  }
  async setLocalDescription(): Promise<void> {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    this.localDescription = { type, sdp: `${type} ${++this.#made}` };
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable';
  }
  async setRemoteDescription({ type }: Description): Promise<void> {
    const expected = type === 'offer' ? 'stable' : 'have-local-offer';
    if (this.signalingState !== expected) throw new DOMException('', 'InvalidStateError');
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable';
  }
  async addIceCandidate(): Promise<void> {
    throw new DOMException('', 'InvalidStateError');
  }
  async getStats() {
    return new Map([['in', { type: 'inbound-rtp', packetsReceived: this.packetsReceived }]]);
  }
  close(): void {
    this.connectionState = 'closed';
  }
  become(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

let connections: FakeConnection[] = [];
const peers: Peer[] = [];
const stream = { getTracks: () => [{}] } as unknown as MediaStream;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  connections = [];
});
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
  vi.useRealTimers();
});

/** @param passes whether a description reaches the other browser; `at` counts all that were sent, from 0 */
function pair(passes: (at: number) => boolean = () => true) {
  const sent: string[] = [];
  const qualities: Quality[] = [];
  const made: Peer[] = [];
  const peerOf = (isCaller: boolean) => {
    const send = (signal: RoomSignal) => {
      if (signal.kind !== 'description') return;
      const isPassed = passes(sent.length);
      sent.push(`${isCaller ? 'caller' : 'other'} ${signal.sdp}`);
      if (isPassed) void made[isCaller ? 1 : 0]?.receive(signal);
    };
    const onQuality = (quality: Quality) => void (isCaller && qualities.push(quality));
    return new Peer({ iceServers: [], stream, isCaller, send, onStream: () => {}, onQuality });
  };
  made.push(peerOf(true), peerOf(false));
  peers.push(...made);
  return { sent, qualities, caller: made[0] as Peer, states: () => connections.map((one) => one.signalingState) };
}

it('one of two browsers offers, and the other answers', async () => {
  const { sent, states } = pair();
  await vi.advanceTimersByTimeAsync(0);

  expect(sent).toEqual(['caller offer 1', 'other answer 1']);
  expect(states()).toEqual(['stable', 'stable']);
});

it.each([
  ['offer', 0, ['caller offer 1', 'caller offer 1', 'other answer 1']],
  ['answer', 1, ['caller offer 1', 'other answer 1', 'caller offer 1', 'other answer 2']],
])('sends an offer again if there is no connection because its %s was lost', async (_, lost, expected) => {
  const { sent, states, qualities } = pair((at) => at !== lost);
  await vi.advanceTimersByTimeAsync(13_000);

  expect(sent).toEqual(expected);
  expect(states()).toEqual(['stable', 'stable']);
  expect(qualities).toEqual(['failed']);
});

it('makes a new offer if there is no connection although the first one was answered', async () => {
  const { sent } = pair();
  await vi.advanceTimersByTimeAsync(13_000);

  expect(sent.slice(2)).toEqual(['caller offer 2', 'other answer 2']);
});

it('ignores a second answer and a candidate that does not fit', async () => {
  const { caller, states } = pair();
  await vi.advanceTimersByTimeAsync(0);

  await caller.receive({ kind: 'description', type: 'answer', sdp: '' });
  await caller.receive({ kind: 'candidate', candidate: '', sdpMid: null, sdpMLineIndex: null, usernameFragment: null });

  expect(states()).toEqual(['stable', 'stable']);
});

it('counts a person as reached from the first packet until none has arrived for several seconds', async () => {
  const { qualities } = pair();
  const [connection] = connections as [FakeConnection];
  const isReachedNow = () => isReached(qualities.at(-1) ?? 'connecting');
  await vi.advanceTimersByTimeAsync(1_000);
  connection.become('connected');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(qualities).toEqual([]);

  connection.packetsReceived = 100;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([qualities, isReachedNow()]).toEqual([['good'], true]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([qualities.at(-1), isReachedNow()]).toEqual(['bad', true]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([qualities.at(-1), isReachedNow()]).toEqual(['silent', false]);

  connection.packetsReceived = 200;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([qualities.at(-1), isReachedNow()]).toEqual(['good', true]);
});

it('does not count a person as reached who never sends anything over a connection that breaks', async () => {
  const { qualities } = pair();
  const [connection] = connections as [FakeConnection];
  connection.become('connected');
  connection.become('disconnected');
  await vi.advanceTimersByTimeAsync(11_000);
  connection.become('connected');
  await vi.advanceTimersByTimeAsync(10_000);

  expect(new Set(qualities)).toEqual(new Set(['silent']));
});
