/** Files below the work folder that grow while a session runs; a chunk is a range of each. */
export const recordingFiles = {
  video: 'recording.mkv',
  events: 'events.jsonl',
  /** Network record and its index, which are packed into `page.wacz` at the end. */
  warc: 'network.warc.gz',
  index: 'network.cdx',
  connections: 'connections.jsonl',
} as const;
