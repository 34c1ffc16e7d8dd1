import type { Connection } from '../egress/connection.ts';
import type { ArtifactWriter } from '../record/sink.ts';

/**
 * Writes the connections of a session while it runs. A line can't change once a chunk covers it: a connection has one when it was
 * dialled or refused, and another one at the end if it went on; `n` numbers them, and the last line of a number counts.
 */
export class ConnectionLines {
  readonly #connections: () => readonly Connection[];
  readonly #writer: ArtifactWriter;
  readonly #onBytes: (bytes: Uint8Array) => void;
  /** The last written state of each connection. */
  readonly #written = new Map<Connection, string>();

  constructor(connections: () => readonly Connection[], writer: ArtifactWriter, onBytes: (bytes: Uint8Array) => void) {
    this.#connections = connections;
    this.#writer = writer;
    this.#onBytes = onBytes;
  }

  /** Adds those that were judged since the last call. */
  async write(): Promise<void> {
    const isJudged = ({ address, why }: Connection) => address !== null || why !== null;
    await this.#add((connection) => isJudged(connection) && !this.#written.has(connection));
  }

  /** Adds the remaining ones, and those still open after their first line. */
  async end(): Promise<void> {
    await this.#add((connection, line) => this.#written.get(connection) !== line);
    await this.#writer.close();
  }

  async #add(isWanted: (connection: Connection, line: string) => boolean): Promise<void> {
    const lines: string[] = [];
    for (const [n, connection] of this.#connections().entries()) {
      const line = JSON.stringify({ n, ...connection });
      if (!isWanted(connection, line)) continue;
      this.#written.set(connection, line);
      lines.push(`${line}\n`);
    }
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.join(''));
    await this.#writer.write(bytes);
    this.#onBytes(bytes);
  }
}
