import { describe, expect, it } from 'vitest';
import { iceServersOf } from './ice-servers.ts';

const urls = ['stun:turn.example:3478', 'turn:turn.example:3478', 'turns:turn.example:5349?transport=tcp'];
const secret = 'north-and-south-secret';
/** Unix time 1,450,000,000. */
const now = new Date('2015-12-13T09:46:40.900Z');

describe('credentials for TURN servers', () => {
  // draft-uberti-behave-turn-rest-00 §2.2; computed with:
  // printf 1450021600:notary | openssl dgst -sha1 -hmac north-and-south-secret -binary | base64
  it('consist of expiry and person, and their HMAC-SHA1 under the shared secret', () => {
    const [stun, turn] = iceServersOf({ urls, secret }, 'notary', now);

    expect(stun).toEqual({ urls: ['stun:turn.example:3478'] });
    expect(turn).toEqual({
      urls: ['turn:turn.example:3478', 'turns:turn.example:5349?transport=tcp'],
      username: '1450021600:notary',
      credential: '+o0ftI0V2dpbInT5aYGCsFNMgg4=',
    });
  });

  it('differ between people', () => {
    const of = (person: string) => iceServersOf({ urls, secret }, person, now)[1]?.credential;

    expect(of('notary')).not.toBe(of('0199c0de-0000-7000-8000-000000000001'));
  });

  it('are not made without the shared secret: the TURN servers are left out', () => {
    expect(iceServersOf({ urls, secret: undefined }, 'notary', now)).toEqual([{ urls: ['stun:turn.example:3478'] }]);
    expect(iceServersOf({ urls: [], secret }, 'notary', now)).toEqual([]);
  });
});
