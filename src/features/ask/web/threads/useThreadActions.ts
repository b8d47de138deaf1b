import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { AskThread } from '../../contract.ts'
import { ask } from '../askClient.ts'
import { changeThreads } from '../queries.ts'

/** Renames threads, and deletes them with Undo. A thread that is open is left when it is deleted. */
export function useThreadActions(current: string | null) {
  const t = useTranslations('ask')
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const reportFailure = useFailureToast()
  const reload = () => queries.invalidateQueries({ queryKey: ask.threads.key() })
  const restore = async ({ thread_id }: AskThread) => {
    try {
      await ask.restore({ params: { thread_id } })
      await reload()
    } catch (error) {
      reportFailure(t('restore_failed'), error)
    }
  }
  return {
    rename: async ({ thread_id, file_id }: AskThread, title: string) => {
      try {
        const { data } = await ask.rename({ params: { thread_id }, body: { title } })
        changeThreads(queries, file_id, (threads) => threads.map((each) => (each.thread_id === thread_id ? data : each)))
        await queries.invalidateQueries({ queryKey: ask.thread.key({ params: { thread_id } }) })
      } catch (error) {
        reportFailure(t('rename_failed'), error)
      }
    },
    remove: async (thread: AskThread) => {
      try {
        await ask.remove({ params: { thread_id: thread.thread_id } })
        changeThreads(queries, thread.file_id, (threads) => threads.filter(({ thread_id }) => thread_id !== thread.thread_id))
        if (current === thread.thread_id) void navigate({ to: '/ask' })
        toast.show(t('deleted', { title: thread.title }), { action: { label: t('undo'), run: () => void restore(thread) } })
      } catch (error) {
        reportFailure(t('delete_failed'), error)
      }
    },
  }
}
