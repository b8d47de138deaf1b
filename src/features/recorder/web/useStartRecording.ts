import { useAccessGuard } from '#features/devices/web.tsx'
import { useCurrentFolderId } from '#features/folders/web.tsx'
import { openRecorder } from './openRequest.ts'

/**
 * Returns a function that starts a recording in this browser, or shows the one in progress. It is put into the folder of the list
 * on the page. Only members may record here (B§6); to others it shows why.
 */
export function useStartRecording(): () => void {
  const { guardRecording } = useAccessGuard()
  const folderId = useCurrentFolderId()
  return () => guardRecording(() => openRecorder(folderId))
}
