import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';
import { type SecondRecordFailure, SecondRecordState } from './second-record.ts';

/**
 * The life cycle of a second record of a page, made by a node in another place while the attestation is `capturing`.
 * Each attempt at the first record restarts it, so that both are from the same time.
 */
export const secondRecordStateTable = stateTable({
  states: SecondRecordState.options,
  initial: ['waiting'],
  rows: [
    { from: 'waiting', event: 'leased', to: 'capturing', who: 'node', because: 'a node in another place took it' },
    {
      from: 'waiting',
      event: 'failed',
      to: 'failed',
      who: 'service',
      because: "no node in another place took it in time, or the first record's node states no place",
    },
    {
      from: 'capturing',
      event: 'left',
      to: 'waiting',
      who: ['node', 'service'],
      because: 'the node returned it or was lost: another node may try',
    },
    { from: 'capturing', event: 'delivered', to: 'delivered', who: 'node', because: 'its files and report arrived' },
    {
      from: 'capturing',
      event: 'failed',
      to: 'failed',
      who: ['node', 'service'],
      because: "the page couldn't be captured from there, or the time is over",
    },
    {
      from: 'waiting',
      event: 'ended',
      to: 'ended',
      who: 'service',
      because: 'the attestation failed or was cancelled',
    },
    {
      from: 'capturing',
      event: 'ended',
      to: 'ended',
      who: 'service',
      because: 'the attestation failed or was cancelled',
    },
    { from: 'ended', event: 'restarted', to: 'waiting', who: 'service', because: 'the attestation was retried' },
    { from: 'capturing', event: 'restarted', to: 'waiting', who: 'service', because: 'the first record begins again' },
    { from: 'delivered', event: 'restarted', to: 'waiting', who: 'service', because: 'the first record begins again' },
    { from: 'failed', event: 'restarted', to: 'waiting', who: 'service', because: 'the first record begins again' },
  ],
});

/** Event that can change the state of a second record. */
export type SecondRecordEvent = EventOf<typeof secondRecordStateTable>;
/** Role that can cause an event of a second record. */
export type SecondRecordWho = WhoOf<typeof secondRecordStateTable>;

/** Words for the states of a second record. */
export const secondRecordStateWords: Record<SecondRecordState, Word> = {
  waiting: ['等待另一地点的取证节点', 'Waiting for a capture node in another place'],
  capturing: ['第二地点取证中', 'Capturing from the second place'],
  delivered: ['第二地点已取证', 'Captured from the second place'],
  failed: ['没有第二份记录', 'No second record'],
  ended: ['已随取证结束', 'Ended with the capture'],
};

/** Words for these reasons. */
export const secondRecordFailureWords: Record<SecondRecordFailure, Word> = {
  'no-place': ['首份记录的取证节点未声明地点', "The first record's capture node doesn't state its place"],
  'no-node': ['限时内没有另一地点的取证节点空闲', 'No capture node in another place was free in time'],
  page: ['在另一地点未能取证该网页', "The page couldn't be captured from the other place"],
  fault: ['另一地点的取证节点发生故障', 'The capture nodes in the other place failed'],
};
