import { useCurrentFolderId } from '#features/folders/web.tsx'
import { UploadDialog } from '#features/upload/web.tsx'
import { paths } from '#shared/paths.ts'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { RecoverableRecordings } from '../home/RecoverableRecordings.tsx'
import { useServerProgress } from './useServerProgress.ts'

/** The upload dialog, with the unfinished recordings below the uploads. */
export function LibraryUploadDialog({ open, onClose }: DialogProps<'upload'>) {
  const openPage = useOpenPage()
  return (
    <UploadDialog
      open={open}
      onClose={onClose}
      folderId={useCurrentFolderId()}
      serverProgressOf={useServerProgress()}
      onOpenFile={(fileId) => openPage(paths.file(fileId))}
      below={<RecoverableRecordings />}
    />
  )
}
