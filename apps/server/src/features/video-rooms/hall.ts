import {
  RoomInput,
  type RoomOutput,
  type RoomPerson,
  roomCloses,
  roomInputRate,
  type VideoRoomState,
  videoRoomLimits,
} from '@proofkeep/contract';
import type { WebSocket } from 'ws';

/** A browser that keeps exceeding its message rate by this much is disconnected. */
const mostRefused = 1_000;
/** A connection with this much unsent data is cut; the browser reconnects. */
const mostUnreadBytes = 2 ** 20;

/** Whether a room is over, so that no person can be in it. */
export const isOver = (state: VideoRoomState): boolean => state !== 'waiting' && state !== 'open';

interface Guest {
  socket: WebSocket;
  person: RoomPerson;
  tokens: number;
  countedAtMs: number;
  refused: number;
}

/** The people in a room who are connected to this server, and the messages between them. */
export class Hall {
  readonly #guests = new Map<string, Guest>();
  #state: VideoRoomState;
  #isRecorded = false;
  #connections = 0;

  constructor(state: VideoRoomState) {
    this.#state = state;
  }

  get isEmpty(): boolean {
    return this.#guests.size === 0;
  }

  get isOver(): boolean {
    return isOver(this.#state);
  }

  /**
   * A person is present once: a second window takes over, and the first one is closed with a reason. @returns false if
   * the room is full, which ends the connection
   */
  enter(socket: WebSocket, who: Pick<RoomPerson, 'id' | 'name' | 'role'>): boolean {
    const before = this.#guests.get(who.id);
    if (!before && this.#guests.size >= videoRoomLimits.people) {
      socket.close(roomCloses.full);
      return false;
    }
    if (before) this.#remove(before, roomCloses.taken);
    const person: RoomPerson = { ...who, connection: ++this.#connections, camera: false, microphone: false };
    const guest: Guest = {
      socket,
      person,
      tokens: roomInputRate.burst,
      countedAtMs: performance.now(),
      refused: 0,
    };
    // The notary's browser says so once it records this person as well.
    this.#setRecorded(false);
    const people = [...this.#guests.values()].map((one) => one.person);
    this.#guests.set(who.id, guest);
    socket.on('message', (data, isBinary) => {
      if (this.#guests.get(who.id) === guest) this.#receive(guest, isBinary ? undefined : jsonOf(String(data)));
    });
    this.#send(guest, { type: 'welcome', me: person, people, state: this.#state, isRecorded: this.#isRecorded });
    this.#sendOthers(who.id, { type: 'joined', person });
    return true;
  }

  /** @returns whether this was the person's current connection */
  leave(socket: WebSocket): boolean {
    const guest = [...this.#guests.values()].find((one) => one.socket === socket);
    if (!guest) return false;
    const { id, connection } = guest.person;
    this.#guests.delete(id);
    if (id === 'notary') this.#setRecorded(false);
    this.#sendOthers(id, { type: 'left', id, connection });
    return true;
  }

  /** Ends a connection. Its messages are ignored from now on, even if it never answers the close frame. */
  dismiss(socket: WebSocket, code: number): void {
    this.leave(socket);
    socket.close(code);
  }

  setState(state: VideoRoomState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#sendOthers(null, { type: 'room', state });
    if (!isOver(state)) return;
    for (const { socket } of this.#guests.values()) this.dismiss(socket, roomCloses.over);
  }

  #remove(guest: Guest, code: number): void {
    this.leave(guest.socket);
    guest.socket.close(code);
  }

  #receive(guest: Guest, value: unknown): void {
    const { data: input } = RoomInput.safeParse(value);
    if (!input) return this.dismiss(guest.socket, roomCloses.invalid);
    if (!mayPass(guest)) {
      guest.refused += 1;
      if (guest.refused > mostRefused) this.dismiss(guest.socket, roomCloses.tooMany);
      return;
    }
    const { person } = guest;
    switch (input.type) {
      case 'ping':
        return this.#send(guest, { type: 'pong', at: input.at });
      case 'media':
        person.camera = input.camera;
        person.microphone = input.microphone;
        return this.#sendOthers(person.id, {
          type: 'media',
          id: person.id,
          camera: input.camera,
          microphone: input.microphone,
        });
      case 'recording':
        if (person.id === 'notary') this.#setRecorded(input.is);
        return;
      case 'signal': {
        const to = this.#guests.get(input.to);
        // Signals are passed only while the room is open: before the notary begins, people don't see or hear each
        // other.
        if (this.#state !== 'open' || to?.person.connection !== input.connection || to === guest) return;
        const { id: from, connection } = person;
        return this.#send(to, { type: 'signal', from, connection, signal: input.signal });
      }
    }
  }

  #setRecorded(is: boolean): void {
    if (is === this.#isRecorded) return;
    this.#isRecorded = is;
    this.#sendOthers('notary', { type: 'recording', is });
  }

  #sendOthers(id: string | null, output: RoomOutput): void {
    for (const [other, guest] of this.#guests) if (other !== id) this.#send(guest, output);
  }

  #send({ socket }: Guest, output: RoomOutput): void {
    if (socket.bufferedAmount > mostUnreadBytes) socket.terminate();
    else socket.send(JSON.stringify(output));
  }
}

/** Token bucket: each message costs a token, and tokens are added every second. */
function mayPass(guest: Guest): boolean {
  const now = performance.now();
  const gained = ((now - guest.countedAtMs) / 1_000) * roomInputRate.perSecond;
  guest.tokens = Math.min(roomInputRate.burst, guest.tokens + gained);
  guest.countedAtMs = now;
  if (guest.tokens < 1) return false;
  guest.tokens -= 1;
  return true;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
