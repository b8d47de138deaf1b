import { ChevronDown, TriangleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { dismissFailure } from '#features/generate/web.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Work } from '../sync/syncState.ts'

const WorkList = lazyComponent(async () => (await import('../sync/WorkList.tsx')).WorkList)

type FailedWork = Pick<Work, 'uploads' | 'tasks'>
type Attention = { work: FailedWork; dismiss: () => void }

/**
 * Returns the failed uploads and tasks that are not dismissed, undefined when there are none. Dismissed, they stay hidden until
 * something else fails; the sync status still lists failed uploads.
 */
export function useAttention(work: FailedWork): Attention | undefined {
  const [dismissedIds, setDismissedIds] = useState<ReadonlySet<string>>(new Set())
  const uploads = work.uploads.filter(({ id }) => !dismissedIds.has(id))
  if (uploads.length + work.tasks.length === 0) return undefined
  const dismiss = () => {
    setDismissedIds(new Set(work.uploads.map(({ id }) => id)))
    for (const { task_id } of work.tasks) dismissFailure(task_id)
  }
  return { work: { ...work, uploads }, dismiss }
}

/** One line for all failed uploads and tasks, as high as a recent recording. Opens their list. */
export function NeedsAttention({ work, dismiss, files }: Attention & { files: ReadonlyMap<string, LibraryRow> }) {
  const t = useTranslations('library')
  const tUi = useTranslations('ui')
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <div className="flex h-16 items-center border-t border-line bg-sunken pr-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-3 self-stretch px-4.5 text-left text-md"
        >
          <TriangleAlert aria-hidden className="size-4.5 flex-none text-warn" />
          <span className="min-w-0 flex-1">{t('home_attention', { count: work.uploads.length + work.tasks.length })}</span>
          <ChevronDown aria-hidden className={classes('size-4.5 flex-none text-ink2', isOpen && 'rotate-180')} />
        </button>
        <IconButton size="sm" label={tUi('dismiss')} icon={<X aria-hidden />} onClick={dismiss} />
      </div>
      <div id={listId} hidden={!isOpen} className="border-t border-line">
        {isOpen && <WorkList work={work} files={files} />}
      </div>
    </div>
  )
}
