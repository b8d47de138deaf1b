import { classes } from '#ui/classes.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import type { Folder } from '../contract.ts'
import { currentIcon } from '../rules.ts'

const FolderIcon = lazyPart(async () => (await import('./FolderIcon.tsx')).FolderIcon)

/**
 * The icon of a folder in its colour; a dot for a plain folder and until the icons are loaded. The user's colour may have low
 * contrast, so the name is always shown beside it.
 */
export function FolderMark({ folder, className }: { folder: Pick<Folder, 'color' | 'icon'>; className?: string }) {
  const icon = currentIcon(folder.icon)
  const dot = <span className="size-2.5 rounded-[3px] ring-1 ring-ink/30 ring-inset" style={{ backgroundColor: folder.color }} />
  return (
    <span aria-hidden className={classes('grid size-4.5 flex-none place-items-center', className)}>
      {icon === 'folder' ? dot : <FolderIcon icon={icon} color={folder.color} waiting={dot} failed={dot} />}
    </span>
  )
}
