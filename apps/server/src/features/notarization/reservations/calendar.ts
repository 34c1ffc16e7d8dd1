import { type Language, matterKindFacts, roomLinkPath, sessionWayWords } from '@proofkeep/contract';
import type { ReservationRow } from './store.ts';

/** Escapes characters that have a meaning in text values (RFC 5545 §3.3.11). */
const textOf = (value: string): string => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

const instantOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Content lines have at most 75 octets; longer ones continue after a line break and a space (RFC 5545 §3.1). */
function fold(line: string): string {
  const parts = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 74) {
      parts.push('');
      octets = 0;
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join('\r\n ');
}

/** A calendar file (RFC 5545) with one session and a reminder an hour before. */
export function calendarOf(
  { id, matterNo, kind, way, startsAt, endsAt, notaryName, officeName, officeAddress, officePhone }: ReservationRow,
  { now, language, publicUrl }: { now: Date; language: Language; publicUrl: string },
): Buffer {
  const at = language === 'zh' ? 0 : 1;
  const title = `${matterKindFacts[kind].name[at]} ${matterNo} · ${sessionWayWords[way][at]}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Proofkeep//Session//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@proofkeep`,
    `DTSTAMP:${instantOf(now)}`,
    `DTSTART:${instantOf(startsAt)}`,
    `DTEND:${instantOf(endsAt)}`,
    `SUMMARY:${textOf(title)}`,
    `LOCATION:${textOf(way === 'video' ? `${new URL(roomLinkPath(matterNo), publicUrl)}` : `${officeName}, ${officeAddress}`)}`,
    `DESCRIPTION:${textOf(`${officeName} · ${notaryName} · ${officePhone}`)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${textOf(title)}`,
    'TRIGGER:-PT1H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return Buffer.from(lines.map((line) => `${fold(line)}\r\n`).join(''));
}
