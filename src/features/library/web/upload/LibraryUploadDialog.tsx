import { useNavigate } from '@tanstack/react-router'
import { useCurrentFolderId } from '#features/folders/web.tsx'
import { UploadDialog } from '#features/upload/web.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { RecoverableRecordings } from '../home/RecoverableRecordings.tsx'
import { useServerProgress } from './useServerProgress.ts'

/** The upload dialog, with the unfinished recordings below the uploads. */
export function LibraryUploadDialog({ open, onClose }: DialogProps<'upload'>) {
  const navigate = useNavigate()
  return (
    <UploadDialog
      open={open}
      onClose={onClose}
      folderId={useCurrentFolderId()}
      serverProgressOf={useServerProgress()}
      onOpenFile={(fileId) => void navigate({ to: '/file/$id', params: { id: fileId } })}
      below={<RecoverableRecordings />}
    />
  )
}
