import type { SessionSnapshot } from '@proofkeep/contract';
import type { ArtifactSink } from '../record/sink.ts';
import type { Recording } from './recording.ts';
import type { Tab, Tabs } from './tabs.ts';

const mostSnapshots = 500;
const pictureMs = 10_000;

/** Takes the screenshots that the user asks for, in sequence. */
export class Snapshots {
  readonly all: SessionSnapshot[] = [];
  readonly #recording: Recording;
  readonly #sink: ArtifactSink;
  #isTaking = false;

  constructor(recording: Recording, sink: ArtifactSink) {
    this.#recording = recording;
    this.#sink = sink;
  }

  /** Takes a picture of a tab, with its current URL. @returns null if that isn't possible */
  async take(tabs: Tabs, tab: Tab, note: string): Promise<SessionSnapshot | null> {
    const { url } = tab;
    const png = await this.#picture(tabs, tab);
    if (!png) {
      this.#recording.event('snapshot-lost', { tab: tab.id, note });
      return null;
    }
    const path = `snapshots/${String(this.all.length + 1).padStart(4, '0')}.png`;
    const atMs = this.#recording.event('snapshot', { tab: tab.id, path, note, url });
    const taken = { atMs, path, note, url };
    this.all.push(taken);
    await this.#sink.put('snapshot', path, 'image/png', png);
    return taken;
  }

  async #picture(tabs: Tabs, tab: Tab): Promise<Buffer | null> {
    if (this.#isTaking || this.all.length >= mostSnapshots) return null;
    this.#isTaking = true;
    const png = await tabs.picture(tab, 'png', pictureMs);
    this.#isTaking = false;
    return png;
  }
}
