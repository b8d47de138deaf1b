import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { Folder } from '../../contract.ts'
import { resolveIcon } from '../../rules.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { useFolders } from '../sync/queries.ts'
import { folderColor } from './folderColor.ts'

const FolderIcon = lazyComponent(async () => (await import(/* chunk: offline */ './FolderIcon.tsx')).FolderIcon)

/**
 * The icon of a folder in its colour; a dot for a plain folder and until the icons are loaded. The user's colour may have low
 * contrast, so the name is always shown beside it.
 */
export function FolderSymbol({ folder, className }: { folder: Pick<Folder, 'color' | 'icon'>; className?: string }) {
  const icon = resolveIcon(folder.icon)
  const dot = (
    <span
      className="size-2.5 rounded-[3px] ring-1 ring-ink/30 ring-inset"
      style={{ backgroundColor: folderColor(folder.color) }}
    />
  )
  return (
    <span aria-hidden className={classes('grid size-4.5 flex-none place-items-center', className)}>
      {icon === 'folder' ? dot : <FolderIcon icon={icon} color={folder.color} fallback={dot} errorFallback={dot} />}
    </span>
  )
}

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
            <Chip key={id} noTruncate dot={folderColor(folder.color)} className="min-w-0 shrink!">
              <bdi className="truncate">{folder.name}</bdi>
            </Chip>
          )
        )
      })
  }, [folders])
}
