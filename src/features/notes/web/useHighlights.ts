import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newId } from '#browser/random/random.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { Highlight, HighlightInput } from '../contract.ts'
import { notes } from './notesClient.ts'

type NewHighlight = Pick<HighlightInput, 'start_time' | 'end_time' | 'text' | 'comment'>

/**
 * Returns the highlights of a recording, and functions that change them. A change is shown at once, and taken back with a message
 * when the server refuses it.
 */
export function useHighlights(fileId: string) {
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const toast = useToast()
  const params = { id: fileId }
  const queryKey = notes.highlights.key({ params })
  const { data: highlights = NO_HIGHLIGHTS } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await notes.highlights({ params }, { signal })).data,
  })
  const send = useAction(({ request }: HighlightChange) => request(), {
    queue: ['notes', 'highlights', fileId],
    failure: t('highlightFailed'),
    optimistic: async ({ update }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<readonly Highlight[]>(queryKey, (shown = NO_HIGHLIGHTS) => update(shown))
    },
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  })
  const change = (update: HighlightChange['update'], request: HighlightChange['request']) => send.run({ update, request })
  const restore = (highlight: Highlight) => {
    const { created_time: _, ...body } = highlight
    return change(
      (shown) => sortByTime([...shown.filter(({ id }) => id !== highlight.id), highlight]),
      () => notes.addHighlight({ params, body }),
    )
  }
  const remove = async (id: string) => {
    const removed = highlights.find((highlight) => highlight.id === id)
    const isRemoved = await change(
      (shown) => shown.filter((highlight) => highlight.id !== id),
      () => notes.removeHighlight({ params: { id: fileId, highlight_id: id } }),
    )
    if (removed && isRemoved)
      toast.show(t('highlightRemoved'), { action: { label: t('undo'), run: () => void restore(removed) } })
  }
  const add = ({ start_time, end_time, text, comment }: NewHighlight) =>
    restore({
      id: newId(),
      start_time: Math.round(start_time),
      end_time: Math.round(end_time),
      text,
      comment,
      created_time: 0,
    })
  const changeComment = (id: string, comment: string) =>
    change(
      (shown) => shown.map((highlight) => (highlight.id === id ? { ...highlight, comment } : highlight)),
      () => notes.changeHighlight({ params: { id: fileId, highlight_id: id }, body: { comment } }),
    )
  return { highlights, add, remove, changeComment }
}

type HighlightChange = {
  update: (shown: readonly Highlight[]) => readonly Highlight[]
  request: () => Promise<unknown>
}

const NO_HIGHLIGHTS: readonly Highlight[] = []

const sortByTime = (highlights: readonly Highlight[]) => highlights.toSorted((a, b) => a.start_time - b.start_time)
