import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const handshakeKey = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const answers = ['亲，您好，在的', '这款和专柜一模一样，一比一的', '没有防伪码，但是不影响使用哦'];

/** Answers any WebSocket message (RFC 6455) with three sentences and closes. */
export function answerTalk(request: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${handshakeKey}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.once('data', () => {
    for (const text of answers) socket.write(frame(0x1, Buffer.from(text)));
    socket.end(frame(0x8, Buffer.from([0x03, 0xe8])));
  });
}

/** Encodes a final frame of at most 125 bytes, unmasked as servers send it (§5.2). */
const frame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, payload.length]), payload]);
