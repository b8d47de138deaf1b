import type { LibraryRow } from '#features/files/contract.ts'
import { useWords } from '#ui/words.ts'
import type { Work } from './syncState.ts'
import { TaskWork } from './TaskWork.tsx'
import { UploadWork } from './UploadWork.tsx'

export type WorkListProps = {
  work: Work
  files: ReadonlyMap<string, LibraryRow>
  /** A link of the list was followed. */
  onLeave?: (() => void) | undefined
}

/** Everything on its way, and what went wrong, a row each. */
export function WorkList({ work, files, onLeave }: WorkListProps) {
  const t = useWords('pages')
  return (
    <ul aria-label={t('sync_title')} className="divide-y divide-line">
      {work.uploads.map((item) => (
        <UploadWork key={item.id} item={item} />
      ))}
      {work.tasks.map((task) => (
        <TaskWork key={task.task_id} task={task} title={files.get(task.file_id)?.filename ?? ''} onLeave={onLeave} />
      ))}
    </ul>
  )
}
