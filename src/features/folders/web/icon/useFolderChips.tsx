import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { useFolders } from '../sync/queries.ts'

/**
 * Returns a function that renders the folders of a recording as coloured chips; the same function while the folders are the same.
 */
export function useFolderChips(): (file: Pick<LibraryRow, 'filetag_id_list'>) => ReactNode {
  const { data: folders } = useFolders()
  return useMemo(() => {
    const byId = new Map((folders ?? []).map((folder) => [folder.id, folder]))
    return ({ filetag_id_list }) =>
      filetag_id_list.map((id) => {
        const folder = byId.get(id)
        return (
          folder && (
            <Chip key={id} noTruncate dot={folder.color} className="min-w-0 shrink!">
              <bdi className="truncate">{folder.name}</bdi>
            </Chip>
          )
        )
      })
  }, [folders])
}
