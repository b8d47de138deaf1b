import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { useFormat } from '#ui/useFormat.ts'

export type SidebarRowProps = {
  to: string
  icon: ReactNode
  label: string
  count?: number | undefined
  current: boolean
  /** Only the icon, the name in a tooltip. */
  narrow: boolean
}

/** One line of the sidebar that leads somewhere. */
export function SidebarRow({ to, icon, label, count, current, narrow }: SidebarRowProps) {
  const { number } = useFormat()
  const look = classes(
    'flex h-9 items-center gap-2.5 rounded-md px-2.5 pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:flex-none',
    narrow && 'justify-center',
    current ? 'bg-raised font-[550] text-ink ring-1 ring-line' : 'text-ink2 hover:bg-line/50 hover:text-ink',
  )
  const link = (
    <PageLink to={to} aria-current={current ? 'page' : undefined} aria-label={narrow ? label : undefined} className={look}>
      {icon}
      {!narrow && <span className="min-w-0 truncate">{label}</span>}
      {!narrow && count !== undefined && <span className="tabular ml-auto text-sm font-[400] text-ink3">{number(count)}</span>}
    </PageLink>
  )
  return (
    <li>
      {narrow ? (
        <Tooltip label={label} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}
