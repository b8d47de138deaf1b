import type { Millis } from '#shared/units.ts'
import { isNetworkFailure, isUnderway, canRetry, type UploadItem } from './uploadItem.ts'

/** Summary of the whole queue. */
export type Batch = {
  /** `done` counts uploaded items; `total` also those that are in progress or will be retried automatically. */
  readonly done: number
  readonly total: number
  readonly underway: number
  /** Waiting for the network; retried automatically. */
  readonly waiting: number
  /** Paused by the user. */
  readonly held: number
  /** Needs a decision or an action of the user. */
  readonly unresolved: number
  /** Items whose title exists in the library, without those with the same audio. */
  readonly duplicates: number
  readonly retriable: number
  /** Cannot be uploaded at all. */
  readonly refused: number
  /** Progress of all items in `total`, 0 to 1; null when there are none. */
  readonly share: number | null
}

/** Computes the summary of the queue. */
export function batchOf(items: readonly UploadItem[]): Batch {
  const filterItems = (matches: (item: UploadItem) => boolean) => items.filter(matches)
  const [done, underway, waiting] = [filterItems(isDone), filterItems(isUnderway), filterItems(isNetworkFailure)]
  return {
    done: done.length,
    total: done.length + underway.length + waiting.length,
    underway: underway.length,
    waiting: waiting.length,
    held: filterItems((item) => item.held).length,
    unresolved: filterItems((item) => toneOf(item) === 'bad' || item.status === 'duplicateName').length,
    duplicates: filterItems((item) => item.status === 'duplicateName' && item.reason !== 'sameSound').length,
    refused: filterItems((item) => toneOf(item) === 'bad').length,
    retriable: filterItems((item) => canRetry(item) && !isNetworkFailure(item)).length,
    share: shareOf(items),
  }
}

/** Returns the progress of all items that count for `total` of a batch, weighted by size, 0 to 1; null when there are none. */
export function shareOf(items: readonly UploadItem[]): number | null {
  const countedItems = items.filter((item) => isDone(item) || isUnderway(item) || isNetworkFailure(item))
  const weight = sum(countedItems, weightOf)
  return weight === 0 ? null : sum(countedItems, (item) => progressOf(item) * weightOf(item)) / weight
}

/**
 * Returns the length of the audio that is still to be uploaded, as far as it is known. `hasMore`: the length of another file is not
 * known yet.
 */
export function audioToTranscribe(items: readonly UploadItem[]): { duration: Millis; hasMore: boolean } {
  const expected = items.filter((item) => !item.hasTranscript && (isUnderway(item) || isNetworkFailure(item) || item.held))
  return {
    duration: sum(expected, ({ duration }) => duration ?? 0),
    hasMore: expected.some(({ duration }) => duration === null),
  }
}

/** Returns true when a file needs no transcoding. */
export const isSentUnchanged = ({ size, sendBytes }: UploadItem): boolean => sendBytes === null || sendBytes === size

/** Returns the progress of a file, 0 to 1. When it has to be transcoded, transcoding is the first half and sending the second. */
export function progressOf(item: UploadItem): number {
  const { status, percent } = item
  if (status === 'completed') return 1
  if (status === 'transcoding') return percent / 200
  if (status === 'uploading' || status === 'uploadNetworkError')
    return isSentUnchanged(item) ? percent / 100 : 0.5 + percent / 200
  return status === 'pending' && !isSentUnchanged(item) ? 0.5 : 0
}

/** Returns the colour of an item: `waiting` for automatic retries and open questions, `bad` for final failures. */
export function toneOf(item: UploadItem): 'plain' | 'good' | 'waiting' | 'bad' {
  if (item.status === 'completed') return 'good'
  if (item.held || isUnderway(item)) return 'plain'
  if (item.status === 'duplicateName' || item.reason === 'bytesLost') return 'waiting'
  return canRetry(item) ? 'waiting' : 'bad'
}

const isDone = (item: UploadItem): boolean => item.status === 'completed'

/** An empty file counts as one byte, which avoids a division by zero. */
const weightOf = ({ size }: UploadItem): number => Math.max(1, size)

const sum = (items: readonly UploadItem[], valueOf: (item: UploadItem) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0)
