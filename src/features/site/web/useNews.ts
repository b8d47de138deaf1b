import { type RedDotFlags, useRedDots } from '#browser/storage/redDots.ts'
import { useServerSettings } from './useServerSettings.ts'

/** News for the user (A§3, A§4). The flag of the feedback board counts only if there is a board. `isAny`: there is any news. */
export function useNews(userId: string | undefined) {
  const { flags, update } = useRedDots(userId)
  const hasBoard = useServerSettings()?.has_feedback_board ?? false
  const news: RedDotFlags = { ...flags, feedbackBoard: flags.feedbackBoard && hasBoard }
  return { flags: news, isAny: news.feedbackBoard || news.automation, update }
}
