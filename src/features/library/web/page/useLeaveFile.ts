import { useRouter } from '@tanstack/react-router'
import type { FileListSearch } from '../../rules.ts'

/** Returns a function that opens a list when a recording is gone (B§2), only if the user is still on its page. */
export function useLeaveFile(): (fileId: string, categoryId: FileListSearch['categoryId']) => void {
  const router = useRouter()
  return (id, categoryId) => {
    if (router.matchRoute({ to: '/file/$id', params: { id } })) void router.navigate({ to: '/file-list', search: { categoryId } })
  }
}
