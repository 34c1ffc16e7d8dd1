/** The measurement of a run, and its duration. */
export interface Wanted {
  url: string;
  /** `host:port` of the page. */
  allowed: string;
  framesMs: number;
  clicks: number;
  /** Pause between two clicks. */
  pauseMs: number;
}

export interface Measured {
  /** Frames delivered per second by a page that changes as often as it is drawn. */
  fps: number;
  recordedFps: number;
  /** From an input to the frame that shows its effect. */
  latenciesMs: number[];
  /** Share of one core while the picture moves; null if not measured. */
  cpuShare: number | null;
  pssBytes: number | null;
}
