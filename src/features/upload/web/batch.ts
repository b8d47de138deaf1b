import { isNetworkFailure, isUnderway, mayRetry, type UploadItem } from './uploadItem.ts'

/** How the whole queue stands. */
export type Batch = {
  /** In the library, and all that are there, on their way, or will go on by themselves. */
  readonly done: number
  readonly total: number
  readonly underway: number
  /** Waits for the network and goes on by itself. */
  readonly waiting: number
  /** Stopped by its owner. */
  readonly held: number
  /** Will not go on without its owner. */
  readonly troubled: number
  /** Titles the library has; the same sound is another matter. */
  readonly duplicates: number
  readonly retriable: number
  /** Cannot go up as they are, whatever is tried. */
  readonly refused: number
  /** Of the work on all that are in `total`, 0 to 1; null without any. */
  readonly share: number | null
}

/** The numbers above a queue, in one walk through it. */
export function batchOf(items: readonly UploadItem[]): Batch {
  const of = (fits: (item: UploadItem) => boolean) => items.filter(fits)
  const [done, underway, waiting] = [of(isDone), of(isUnderway), of(isNetworkFailure)]
  const counted = [...done, ...underway, ...waiting]
  const weight = sum(counted, weightOf)
  return {
    done: done.length,
    total: counted.length,
    underway: underway.length,
    waiting: waiting.length,
    held: of((item) => item.held).length,
    troubled: of((item) => toneOf(item) === 'bad' || item.status === 'duplicateName').length,
    duplicates: of((item) => item.status === 'duplicateName' && item.reason !== 'sameSound').length,
    refused: of((item) => toneOf(item) === 'bad').length,
    retriable: of((item) => mayRetry(item) && !isNetworkFailure(item)).length,
    share: weight === 0 ? null : sum(counted, (item) => shareOf(item) * weightOf(item)) / weight,
  }
}

/** How much of its way a file has gone, 0 to 1. Where it is made small first, that is one half and sending it the other. */
export function shareOf({ status, percent, size, sendBytes }: UploadItem): number {
  if (status === 'completed') return 1
  const isSmallAlready = sendBytes === null || sendBytes === size
  if (status === 'transcoding') return percent / 200
  if (status === 'uploading' || status === 'uploadNetworkError') return isSmallAlready ? percent / 100 : 0.5 + percent / 200
  return status === 'pending' && !isSmallAlready ? 0.5 : 0
}

/** The colour of an item: amber for what goes on by itself or waits for a word, vermilion for what will not work. */
export function toneOf(item: UploadItem): 'plain' | 'good' | 'waiting' | 'bad' {
  if (item.status === 'completed') return 'good'
  if (item.held || isUnderway(item)) return 'plain'
  if (item.status === 'duplicateName' || item.reason === 'bytesLost') return 'waiting'
  return mayRetry(item) ? 'waiting' : 'bad'
}

const isDone = (item: UploadItem): boolean => item.status === 'completed'

/** An empty file weighs something too, so that no share is divided by nothing. */
const weightOf = ({ size }: UploadItem): number => Math.max(1, size)

const sum = (items: readonly UploadItem[], of: (item: UploadItem) => number): number =>
  items.reduce((all, item) => all + of(item), 0)
