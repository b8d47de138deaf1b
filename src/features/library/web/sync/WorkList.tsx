import type { LibraryRow } from '#features/files/contract.ts'
import { useOpenUpload } from '#features/upload/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Work } from './syncState.ts'
import { TaskRow } from './TaskRow.tsx'
import { UploadRow } from './UploadRow.tsx'

export type WorkListProps = {
  work: Pick<Work, 'uploads' | 'tasks'>
  files: ReadonlyMap<string, LibraryRow>
  /** Called when a link in the list is followed. */
  onNavigate?: (() => void) | undefined
}

/** Maximum number of uploads shown here. The upload dialog lists all of them. */
const MAX_UPLOADS = 20

/** One row for each running or failed upload and task. */
export function WorkList({ work, files, onNavigate }: WorkListProps) {
  const t = useTranslations('library')
  const openUpload = useOpenUpload()
  const count = work.uploads.length
  return (
    <ul aria-label={t('sync_title')} className="divide-y divide-line">
      {work.uploads.slice(0, MAX_UPLOADS).map((item) => (
        <UploadRow key={item.id} item={item} />
      ))}
      {count > MAX_UPLOADS && (
        <li className="px-2 py-1.5">
          <Button size="sm" variant="quiet" onClick={() => openUpload()}>
            {t('sync_more', { n: count })}
          </Button>
        </li>
      )}
      {work.tasks.map((task) => (
        <TaskRow key={task.task_id} task={task} title={files.get(task.file_id)?.filename ?? ''} onNavigate={onNavigate} />
      ))}
    </ul>
  )
}
