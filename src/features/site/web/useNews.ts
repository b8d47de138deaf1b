import { type RedDotFlags, useRedDots } from '#browser/storage/redDots.ts'
import { useServerSettings } from './useServerSettings.ts'

/**
 * What is new to the user (A§3, A§4). The flag of the feedback board counts only where there is a board. `isAny` is true when
 * something is new.
 */
export function useNews(userId: string | undefined) {
  const { flags, update } = useRedDots(userId)
  const hasBoard = useServerSettings()?.has_feedback_board ?? false
  const news: RedDotFlags = { ...flags, feedbackBoard: flags.feedbackBoard && hasBoard }
  return { flags: news, isAny: news.feedbackBoard || news.automation, update }
}
