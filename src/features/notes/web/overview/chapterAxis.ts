import type { SummaryChapter } from '../../contract.ts'
import type { Millis } from '#shared/units.ts'

/** Height of the axis, and the least height of a chapter, in pixels. */
const AXIS_HEIGHT = 532
const MIN_CHAPTER_HEIGHT = 42

export type ChapterAxis = {
  readonly height: number
  /** The top of each chapter in pixels. */
  readonly tops: readonly number[]
  /** Returns the place of a time in pixels. */
  readonly position: (time: Millis) => number
}

/**
 * Returns an axis in true time. A chapter that would be too low to show its title is higher; time passes evenly within each chapter.
 * `chapters` must be in order.
 */
export function createChapterAxis(chapters: readonly SummaryChapter[], duration: Millis): ChapterAxis {
  const end = Math.max(duration, chapters.at(-1)?.end_time ?? 0, 1)
  const times = [0, ...chapters.slice(1).map(({ start_time }) => start_time), end]
  const tops = [0]
  for (let index = 1; index < times.length; index++) {
    const share = (times[index]! - times[index - 1]!) / end
    tops.push(tops[index - 1]! + Math.max(MIN_CHAPTER_HEIGHT, share * AXIS_HEIGHT))
  }
  const position = (time: Millis): number => {
    const index = Math.max(
      1,
      times.findIndex((next) => next > time),
    )
    if (time >= end) return tops.at(-1)!
    const [from, to] = [times[index - 1]!, times[index]!]
    const share = to > from ? (time - from) / (to - from) : 0
    return tops[index - 1]! + Math.min(1, Math.max(0, share)) * (tops[index]! - tops[index - 1]!)
  }
  return { height: tops.at(-1)!, tops: tops.slice(0, Math.max(1, chapters.length)), position }
}
