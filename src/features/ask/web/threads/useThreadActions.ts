import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import type { AskThread } from '../../contract.ts'
import { ask } from '../askClient.ts'
import { changeThreads } from '../queries.ts'

/** Renames threads, and deletes them with Undo. A thread that is open is left when it is deleted. */
export function useThreadActions(current: string | null) {
  const t = useTranslations('ask')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const restore = useAction(({ thread_id }: AskThread) => ask.restore({ params: { thread_id } }), {
    concurrent: true,
    failure: t('restore_failed'),
    onSuccess: () => queries.invalidateQueries({ queryKey: ask.threads.key() }),
  })
  const rename = useAction(
    ({ thread: { thread_id }, title }: { thread: AskThread; title: string }) =>
      ask.rename({ params: { thread_id }, body: { title } }),
    {
      queue: ['ask', 'rename'],
      failure: t('rename_failed'),
      onSuccess: ({ data }, { thread: { thread_id, file_id } }) => {
        changeThreads(queries, file_id, (threads) => threads.map((each) => (each.thread_id === thread_id ? data : each)))
        return queries.invalidateQueries({ queryKey: ask.thread.key({ params: { thread_id } }) })
      },
    },
  )
  const remove = useAction(({ thread_id }: AskThread) => ask.remove({ params: { thread_id } }), {
    concurrent: true,
    failure: t('delete_failed'),
    success: (_, thread) => ({
      text: t('deleted', { title: thread.title }),
      action: { label: t('undo'), run: () => void restore.run(thread) },
    }),
    onSuccess: (_, thread) => {
      changeThreads(queries, thread.file_id, (threads) => threads.filter(({ thread_id }) => thread_id !== thread.thread_id))
      if (current === thread.thread_id) void navigate({ to: '/ask' })
    },
  })
  return {
    rename: (thread: AskThread, title: string) => void rename.run({ thread, title }),
    remove: (thread: AskThread) => void remove.run(thread),
  }
}
