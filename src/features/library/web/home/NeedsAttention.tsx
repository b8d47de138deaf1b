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

type NeedsAttentionProps = { work: Pick<Work, 'uploads' | 'tasks'>; files: ReadonlyMap<string, LibraryRow> }

/**
 * One line for all failed uploads and tasks, which opens their list. Dismissed, it stays hidden until something else fails; the
 * sync status still lists failed uploads. Renders nothing when there are none.
 */
export function NeedsAttention({ work, files }: NeedsAttentionProps) {
  const t = useTranslations('library')
  const tUi = useTranslations('ui')
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [dismissedIds, setDismissedIds] = useState<ReadonlySet<string>>(new Set())
  const uploads = work.uploads.filter(({ id }) => !dismissedIds.has(id))
  const count = uploads.length + work.tasks.length
  if (count === 0) return null
  const dismiss = () => {
    setDismissedIds(new Set(work.uploads.map(({ id }) => id)))
    for (const { task_id } of work.tasks) dismissFailure(task_id)
  }
  return (
    <div className="border-t border-line">
      <div className="flex items-center bg-sunken pr-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4.5 py-2 text-left text-md"
        >
          <TriangleAlert aria-hidden className="size-4.5 flex-none text-warn" />
          <span className="min-w-0 flex-1">{t('home_attention', { count })}</span>
          <ChevronDown aria-hidden className={classes('size-4.5 flex-none text-ink2', isOpen && 'rotate-180')} />
        </button>
        <IconButton size="sm" label={tUi('dismiss')} icon={<X aria-hidden />} onClick={dismiss} />
      </div>
      <div id={listId} hidden={!isOpen} className="border-t border-line">
        {isOpen && <WorkList work={{ ...work, uploads }} files={files} />}
      </div>
    </div>
  )
}
