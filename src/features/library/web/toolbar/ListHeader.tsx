import { ListChecks } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Chip } from '#ui/badge/Chip.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SortMenu } from './SortMenu.tsx'

export type ListHeaderProps = {
  title: string
  /** False beside an open recording, whose name is the first heading of the page. */
  isPageHeading: boolean
  /** Number of recordings; undefined until it is known. */
  count: number | undefined
  isTrash: boolean
  /** Starts selection mode on touch screens; undefined in an empty list. With a mouse each row has a checkbox. */
  onStartSelecting: (() => void) | undefined
  heading: RefObject<HTMLHeadingElement | null>
  /** Shown before the sort menu. */
  children?: ReactNode
}

/** The title of the list, the number of recordings, and the list actions. */
export function ListHeader({ title, isPageHeading, count, isTrash, onStartSelecting, heading, children }: ListHeaderProps) {
  const t = useTranslations('files')
  const { number } = useFormat()
  const Heading = isPageHeading ? 'h1' : 'h2'
  return (
    <header className="flex h-15 flex-none items-center gap-2.5 border-b border-line pr-3 pl-4.5">
      <Heading
        ref={heading}
        dir="auto"
        tabIndex={-1}
        className="min-w-0 truncate text-left text-lg font-[620] tracking-[-0.01em] outline-none"
      >
        {title}
      </Heading>
      {count !== undefined && <Chip>{number(count)}</Chip>}
      <div className="ml-auto flex flex-none items-center gap-1">
        {children}
        {onStartSelecting && (
          <span className="hidden pointer-coarse:contents">
            <IconButton label={t('select')} icon={<ListChecks aria-hidden />} onClick={onStartSelecting} />
          </span>
        )}
        {onStartSelecting && <SortMenu isTrash={isTrash} />}
      </div>
    </header>
  )
}
