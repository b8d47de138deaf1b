import { classes } from '#ui/styles/classes.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { Folder } from '../../contract.ts'
import { resolveIcon } from '../../rules.ts'

const FolderIcon = lazyComponent(async () => (await import('./FolderIcon.tsx')).FolderIcon)

/**
 * The icon of a folder in its colour; a dot for a plain folder and until the icons are loaded. The user's colour may have low
 * contrast, so the name is always shown beside it.
 */
export function FolderSymbol({ folder, className }: { folder: Pick<Folder, 'color' | 'icon'>; className?: string }) {
  const icon = resolveIcon(folder.icon)
  const dot = <span className="size-2.5 rounded-[3px] ring-1 ring-ink/30 ring-inset" style={{ backgroundColor: folder.color }} />
  return (
    <span aria-hidden className={classes('grid size-4.5 flex-none place-items-center', className)}>
      {icon === 'folder' ? dot : <FolderIcon icon={icon} color={folder.color} fallback={dot} errorFallback={dot} />}
    </span>
  )
}
