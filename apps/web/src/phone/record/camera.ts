const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens camera and microphone; null, with both closed again, if the page was left meanwhile. */
export async function openCamera(left: AbortSignal): Promise<MediaStream | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: picture, audio: true });
  if (!left.aborted) return stream;
  release(stream);
  return null;
}

export function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
