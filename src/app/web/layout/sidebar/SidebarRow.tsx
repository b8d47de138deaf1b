import { Link } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFilesDropTarget } from '#features/files/web.tsx'
import { classes } from '#ui/styles/classes.ts'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { GuardedLink } from '../GuardedLink.tsx'

export type SidebarRowProps = {
  link: ToOptions
  icon: ReactNode
  label: string
  count?: number | undefined
  /** A label at the end of the row instead of a count, such as "beta". */
  badge?: string | undefined
  /** The page has something that the user has not seen yet (A§4). */
  hasNews?: boolean | undefined
  /** The page requires a device or a membership (B§2). */
  isGuarded?: boolean | undefined
  current: boolean
  /** Called when recordings are dropped on the row. Without it, the row accepts no recordings. */
  onDropRecordings?: ((fileIds: readonly string[]) => void) | undefined
  /** Files dropped here from the desktop are uploaded to this folder (null: no folder). Undefined: to the folder of the list. */
  dropFolder?: string | null | undefined
  /** Shows only the icon, with the name in a tooltip. */
  narrow: boolean
}

/** A row of the sidebar that links to a page. */
export function SidebarRow({
  link,
  icon,
  label,
  count,
  badge,
  hasNews = false,
  isGuarded = false,
  current,
  onDropRecordings,
  dropFolder,
  narrow,
}: SidebarRowProps) {
  const { number } = useFormat()
  const { isOver, isDropTarget, dropHandlers } = useFilesDropTarget(onDropRecordings)
  const linkClass = classes(
    'relative flex h-9 items-center gap-2.5 rounded-md px-2.5 pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:flex-none',
    narrow && 'justify-center',
    current ? 'bg-raised text-ink ring-1 ring-line' : 'text-ink2 hover:bg-line/50 hover:text-ink',
    isDropTarget && 'outline-1 -outline-offset-1 outline-edge outline-dashed',
    isOver && 'bg-accent-soft text-ink ring-2 ring-accent',
  )
  const name = badge === undefined ? label : `${label} (${badge})`
  const linkProps = {
    'aria-label': narrow ? name : undefined,
    'aria-current': current ? ('page' as const) : undefined,
    className: linkClass,
  }
  const content = (
    <>
      {icon}
      {!narrow && <span className={classes('min-w-0 truncate', current && 'stroke-bold')}>{label}</span>}
      {hasNews && <NewDot className={narrow ? 'absolute top-1.5 right-2.5' : 'ml-0.5 flex-none'} />}
      {!narrow && count !== undefined && (
        <span className="tabular ml-auto min-w-[3ch] flex-none text-right text-sm text-ink3">{number(count)}</span>
      )}
      {!narrow && badge !== undefined && <span className="ml-auto flex-none text-xs font-[500] text-ink3">{badge}</span>}
    </>
  )
  const anchor = isGuarded ? (
    <GuardedLink link={link} {...linkProps}>
      {content}
    </GuardedLink>
  ) : (
    <Link {...link} {...linkProps} activeOptions={{ includeHash: true }}>
      {content}
    </Link>
  )
  return (
    <li {...dropHandlers} data-drop-folder={dropFolder === null ? '' : dropFolder}>
      {narrow ? (
        <Tooltip label={name} side="right">
          {anchor}
        </Tooltip>
      ) : (
        anchor
      )}
    </li>
  )
}
