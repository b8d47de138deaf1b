import { Trash2 } from 'lucide-react'
import type { Segment } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MenuItem, MenuSeparator } from '#ui/menu/Menu.tsx'
import { deleteParts } from '../../rules.ts'
import { SpeakerMenuItems } from './SpeakerMenuItems.tsx'
import type { SegmentActions } from './transcriptEditor.ts'

export type SegmentMenuItemsProps = {
  segment: Pick<Segment, 'id' | 'content' | 'not_understood'>
  actions: SegmentActions
}

/** Assigns a paragraph to a speaker, or deletes it. */
export function SegmentMenuItems({ segment, actions }: SegmentMenuItemsProps) {
  const t = useTranslations('transcription')
  const parts = [{ id: segment.id, from: 0, to: segment.content.length }]
  return (
    <>
      {!segment.not_understood && (
        <>
          <SpeakerMenuItems parts={parts} actions={actions} />
          <MenuSeparator />
        </>
      )}
      <MenuItem
        danger
        icon={<Trash2 aria-hidden />}
        onSelect={() => actions.change(deleteParts(actions.segments(), parts), t('text_deleted'))}
      >
        {t('segment_delete')}
      </MenuItem>
    </>
  )
}
