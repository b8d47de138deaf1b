import { Ellipsis } from 'lucide-react'
import { createElement } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { lazyCode, useLazyCode } from '#ui/lazy/lazyCode.ts'
import type { Segment } from '#features/files/contract.ts'
import { MenuList, useMenuButton } from '#ui/menu/Menu.tsx'
import type { SegmentActions } from './editor/transcriptEditor.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type SegmentMenuButtonProps = {
  segment: Pick<Segment, 'id' | 'start_time' | 'content' | 'not_understood'>
  isTabStop: boolean
  actions: SegmentActions
}

const items = lazyCode(async () => (await import('./editor/SegmentMenuItems.tsx')).SegmentMenuItems)

/** The menu of a paragraph, beside its time; in a narrow window below it. */
export function SegmentMenuButton({ segment, isTabStop, actions }: SegmentMenuButtonProps) {
  const t = useTranslations('transcription')
  const menu = useMenuButton()
  const { loaded: SegmentMenuItems } = useLazyCode(items, menu.list.open)
  const label = t('segment_actions', { time: formatTimestamp(segment.start_time) })
  return (
    <>
      <button
        {...menu.button}
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        title={label}
        className="absolute top-0 -left-8 group-data-edited/row:left-2 max-md:top-6 max-md:-left-1.5 max-md:group-data-edited/row:left-3.5 grid size-6 place-items-center rounded-sm text-ink2 opacity-0 group-hover/row:opacity-100 hover:bg-sunken hover:text-ink focus-visible:opacity-100 aria-expanded:bg-sunken aria-expanded:opacity-100 pointer-coarse:opacity-100 [&_svg]:size-4"
      >
        <Ellipsis aria-hidden />
      </button>
      {menu.list.anchor && SegmentMenuItems && (
        <MenuList {...menu.list} align="start">
          {createElement(SegmentMenuItems, { segment, actions })}
        </MenuList>
      )}
    </>
  )
}
