import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { containsWords, searchWords, searchableText } from '#shared/foldForSearch.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { now } from '#browser/timers/time.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { SearchField } from '#ui/search/SearchField.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { AskThread } from '../../contract.ts'
import { useThreads } from '../queries.ts'
import { groupThreads } from './groupThreads.ts'
import { RenameThreadDialog } from './RenameThreadDialog.tsx'
import { useThreadActions } from './useThreadActions.ts'

export type ThreadListProps = { current: string | null; onNew: () => void; className?: string }

/** The threads of the library by the day of their last question, with a search in their names. */
export function ThreadList({ current, onNew, className }: ThreadListProps) {
  const t = useTranslations('ask')
  const [query, setQuery] = useState<string>()
  const [renamed, setRenamed] = useState<AskThread>()
  const { data, isError, error, refetch, isFetching } = useThreads(null)
  const actions = useThreadActions(current)
  const found = (data ?? []).filter(({ title }) => containsWords(searchableText(title), searchWords(query ?? '')))
  return (
    <section aria-label={t('threads')} className={classes('flex min-h-0 flex-col', className)}>
      <header className="flex h-15 flex-none items-center gap-1 border-b border-line pr-3 pl-4">
        <h1 className="min-w-0 flex-1 truncate text-lg font-[640]">{t('title')}</h1>
        <IconButton
          label={t('search_threads')}
          aria-expanded={query !== undefined}
          icon={<Search aria-hidden />}
          onClick={() => setQuery(query === undefined ? '' : undefined)}
        />
        <IconButton label={t('new_question')} icon={<Plus aria-hidden />} onClick={onNew} />
      </header>
      {query !== undefined && (
        <div className="flex-none px-3 pt-3">
          <SearchField label={t('search_threads')} value={query} onChange={setQuery} />
        </div>
      )}
      <nav aria-label={t('threads')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {!data && !isError && <SkeletonRows rows={4} />}
        {!data && isError && (
          <ErrorState title={t('threads_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {data && found.length === 0 && (
          <p className="px-2.5 pt-4 text-md text-ink2">{t(data.length === 0 ? 'no_threads' : 'no_threads_found')}</p>
        )}
        {groupThreads(found, now()).map(({ id, threads }) => (
          <section key={id} aria-labelledby={`threads-${id}`}>
            <h2 id={`threads-${id}`} className="px-2.5 pt-4 pb-1 text-sm font-[560] text-ink2">
              {t(id)}
            </h2>
            <ul>
              {threads.map((thread) => (
                <ThreadRow
                  key={thread.thread_id}
                  thread={thread}
                  isCurrent={thread.thread_id === current}
                  onRename={() => setRenamed(thread)}
                  onRemove={() => actions.remove(thread)}
                />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <p className="flex-none px-4.5 pt-2 pb-4 text-sm text-ink2">{t('foot')}</p>
      <RenameThreadDialog thread={renamed} onClose={() => setRenamed(undefined)} onRename={actions.rename} />
    </section>
  )
}

type ThreadRowProps = { thread: AskThread; isCurrent: boolean; onRename: () => void; onRemove: () => void }

function ThreadRow({ thread, isCurrent, onRename, onRemove }: ThreadRowProps) {
  const t = useTranslations('ask')
  const { thread_id, title } = thread
  return (
    <li
      className={classes(
        'relative flex items-center rounded-md',
        isCurrent ? 'bg-accent-soft font-[560]' : 'text-ink2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Link
        to="/ask"
        search={{ thread: thread_id }}
        aria-current={isCurrent ? 'page' : undefined}
        dir="auto"
        title={title}
        className="min-w-0 flex-1 truncate rounded-md py-2 pr-1 pl-2.5 text-md pointer-coarse:min-h-11"
      >
        {title}
      </Link>
      <Menu trigger={<IconButton size="sm" label={t('thread_menu', { title })} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onRename}>
          {t('rename')}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onRemove}>
          {t('delete')}
        </MenuItem>
      </Menu>
    </li>
  )
}
