/** A person who returns within this time counts as present throughout: connections break, and browsers reconnect. */
export const absenceMs = 60_000;
/** Arrivals and departures of a person that get an entry each; those that follow are summed up. */
export const separateEntries = 10;
/** Time from an arrival or departure until the entry that sums it up with others. */
export const summaryMs = 15 * 60_000;

type Change = { event: 'room-entered' | 'room-left'; at: Date };

/** An entry of the journal. */
export type PresenceEntry =
  | { event: 'room-entered'; detail: object }
  | { event: 'room-left'; detail: { leftAt: string } }
  | { event: 'room-presence'; detail: { changes: { event: Change['event']; at: string }[] } };

export type WritePresence = (entry: PresenceEntry) => Promise<void>;

interface Person {
  roomId: string;
  write: WritePresence;
  /** The person's current connection; a newer one replaces it. */
  connection: object | null;
  /** Has arrived, and was not absent for long. */
  isPresent: boolean;
  /** Rejects if the last arrival could not be written. */
  arrival: Promise<void>;
  absence: { timer: NodeJS.Timeout; leftAt: Date } | null;
  /** Number of entries that were written for one change each. */
  written: number;
  /** Changes that the next summary states. */
  changes: Change[];
  summary: NodeJS.Timeout | undefined;
  /** Writes entries of one person in order. */
  writing: Promise<void>;
}

/**
 * Decides which arrivals and departures go into the journal: one stay, however often a connection breaks or another window
 * takes over. A person who keeps coming and going adds few entries, which state all times. If the process is killed,
 * changes that were not written yet are lost.
 */
export class Presence {
  readonly #people = new Map<string, Person>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives failures to write a departure or a summary */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** @throws what `write` throws; the next connection of the person is then written as an arrival */
  async enter(
    connection: object,
    o: { roomId: string; personId: string; now: Date; write: WritePresence },
  ): Promise<void> {
    const key = keyOf(o);
    const person = this.#people.get(key) ?? newPerson(o);
    this.#people.set(key, person);
    clearTimeout(person.absence?.timer);
    Object.assign(person, { connection, write: o.write, absence: null });
    if (person.isPresent) return person.arrival;
    person.isPresent = true;
    person.arrival = this.#record(person, { event: 'room-entered', at: o.now });
    try {
      await person.arrival;
    } catch (error) {
      clearTimeout(person.absence?.timer);
      Object.assign(person, { isPresent: false, absence: null });
      throw error;
    }
  }

  /** @param o.isFinal the person can't return, because the room is over or the service stops */
  leave(connection: object, o: { roomId: string; personId: string; now: Date; isFinal: boolean }): void {
    const person = this.#people.get(keyOf(o));
    if (person?.connection !== connection) return;
    person.connection = null;
    if (!person.isPresent) return;
    const timer = setTimeout(() => void this.#depart(person), absenceMs);
    timer.unref();
    person.absence = { timer, leftAt: o.now };
    if (o.isFinal) void this.#finish(keyOf(o), person);
  }

  /** Writes pending changes at once: of one room that is over, or of all. */
  async flush(roomId?: string): Promise<void> {
    const found = [...this.#people].filter(([, person]) => roomId === undefined || person.roomId === roomId);
    await Promise.all(found.map(([key, person]) => this.#finish(key, person)));
  }

  async #finish(key: string, person: Person): Promise<void> {
    if (person.connection === null) this.#people.delete(key);
    await this.#depart(person);
    await this.#summarise(person);
  }

  async #depart(person: Person): Promise<void> {
    const { absence } = person;
    if (!absence) return;
    clearTimeout(absence.timer);
    Object.assign(person, { absence: null, isPresent: false });
    await this.#record(person, { event: 'room-left', at: absence.leftAt }).catch(this.#onError);
  }

  /** Writes a change, or keeps it for the next summary. */
  async #record(person: Person, { event, at }: Change): Promise<void> {
    if (person.written < separateEntries) {
      person.written += 1;
      const entry = event === 'room-entered' ? { event, detail: {} } : { event, detail: { leftAt: at.toISOString() } };
      return this.#write(person, entry);
    }
    person.changes.push({ event, at });
    person.summary ??= setTimeout(() => void this.#summarise(person), summaryMs).unref();
  }

  async #summarise(person: Person): Promise<void> {
    clearTimeout(person.summary);
    person.summary = undefined;
    const changes = person.changes.splice(0).map(({ event, at }) => ({ event, at: at.toISOString() }));
    if (changes.length > 0)
      await this.#write(person, { event: 'room-presence', detail: { changes } }).catch(this.#onError);
  }

  #write(person: Person, entry: PresenceEntry): Promise<void> {
    const { write, writing } = person;
    const done = writing.then(() => write(entry));
    person.writing = done.catch(() => {});
    return done;
  }
}

const newPerson = ({ roomId, write }: { roomId: string; write: WritePresence }): Person => ({
  roomId,
  write,
  connection: null,
  isPresent: false,
  arrival: Promise.resolve(),
  absence: null,
  written: 0,
  changes: [],
  summary: undefined,
  writing: Promise.resolve(),
});

const keyOf = ({ roomId, personId }: { roomId: string; personId: string }): string => `${roomId} ${personId}`;
