/** A file as a browser's form sends it: the headers and payload of a request. */
export function formFile(
  bytes: Uint8Array | string,
  { name = 'file', mediaType }: { name?: string; mediaType?: string } = {},
): { headers: { 'content-type': string }; payload: Buffer } {
  const type = mediaType ? `\r\ncontent-type: ${mediaType}` : '';
  const head = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"${type}\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--edge--\r\n')]),
  };
}
