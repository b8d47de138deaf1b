import { Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toTimeHash } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useAction } from '#ui/action/useAction.ts'
import { classes } from '#ui/styles/classes.ts'
import type { OpenTodo } from '../../contract.ts'
import { invalidateNotes, notes } from '../notesClient.ts'

const SHOWN = 5
const input = { query: { limit: SHOWN } }

/** The open tasks of all recordings, of the newest recordings first. Empty without any. They can be ticked off here too. */
export function OpenTodos() {
  const t = useTranslations('notes')
  const { data } = useQuery({
    queryKey: notes.openTodos.key(input),
    queryFn: async ({ signal }) => (await notes.openTodos(input, { signal })).data,
  })
  if (!data || data.list.length === 0) return null
  return (
    <section aria-labelledby="open-todos" className="grid grid-cols-1 content-start gap-2.5">
      <div className="flex items-baseline gap-2">
        <h2 id="open-todos" className="text-base font-[640]">
          {t('openTodos')}
        </h2>
        <span className="tabular text-sm text-ink3">{data.total}</span>
      </div>
      <ul className="m-0 grid list-none grid-cols-1 overflow-hidden rounded-lg border border-line bg-raised p-0">
        {data.list.map((todo) => (
          <TodoRow key={`${todo.file_id} ${todo.note_id} ${todo.point_id}`} todo={todo} />
        ))}
      </ul>
      {data.total > data.list.length && (
        <p className="text-sm text-ink2">{t('moreTodos', { count: data.total - data.list.length })}</p>
      )}
    </section>
  )
}

function TodoRow({ todo }: { todo: OpenTodo }) {
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const { file_id, note_id, point_id, filename, text, owner, due, start_time } = todo
  const change = useAction((done: boolean) => notes.changeTodo({ params: { id: file_id, note_id }, body: { point_id, done } }), {
    queue: ['notes', 'todos', file_id],
    failure: t('todoFailed'),
    success: (_, done) =>
      done ? { text: t('todoTicked'), action: { label: t('undo'), run: () => void change.run(false) } } : undefined,
    optimistic: (done) => {
      setDone(done)
      return () => setDone(!done)
    },
    onSettled: () => invalidateNotes(queries),
  })
  const details = [owner, due].filter(Boolean).join(' · ')
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <Checkbox
          label={<span className={classes('break-words', isDone && 'text-ink2 line-through')}>{text}</span>}
          checked={isDone}
          onChange={(done) => void change.run(done)}
          className="pointer-coarse:py-0"
        />
        <p className="flex flex-wrap items-center gap-x-2 ps-7 text-sm text-ink2">
          {details && <span className="truncate">{details}</span>}
          <Link
            to="/file/$id"
            params={{ id: file_id }}
            hash={start_time === null ? undefined : toTimeHash(start_time)}
            className="flex max-w-full items-center gap-1.5 text-ink2 hover:underline pointer-coarse:min-h-11"
          >
            <span className="truncate">{filename}</span>
            {start_time !== null && <span className="tabular flex-none text-accent">{formatTimestamp(start_time)}</span>}
          </Link>
        </p>
      </div>
    </li>
  )
}
