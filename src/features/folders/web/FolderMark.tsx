import { classes } from '#ui/classes.ts'
import type { Folder } from '../contract.ts'
import { currentIcon } from '../rules.ts'
import { folderIcons } from './folderIcons.ts'

/**
 * A folder's sign: its icon in its colour; a plain folder is a dot of the colour. The colour is the user's and may be hard to
 * see on our ground, so it is drawn towards the colour of the text; the name always stands beside it.
 */
export function FolderMark({ folder, className }: { folder: Pick<Folder, 'color' | 'icon'>; className?: string }) {
  const icon = currentIcon(folder.icon)
  const Icon = folderIcons[icon]
  return (
    <span aria-hidden className={classes('grid size-4.5 flex-none place-items-center', className)}>
      {icon === 'folder' ? (
        <span className="size-2.5 rounded-[3px] ring-1 ring-ink/30 ring-inset" style={{ backgroundColor: folder.color }} />
      ) : (
        <Icon className="size-4.5" style={{ color: `color-mix(in oklab, ${folder.color} 60%, var(--ink))` }} />
      )}
    </span>
  )
}
