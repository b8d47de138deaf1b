import { Trash2, UserRoundPen } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { deleteParts, type TextPart } from '../../rules.ts'
import { SpeakerMenuItems } from './SpeakerMenuItems.tsx'
import type { SegmentActions } from './transcriptEditor.ts'

export type SelectionEditButtonsProps = { parts: readonly TextPart[]; actions: SegmentActions; onDone: () => void }

/** Assigns the selected text to a speaker, or deletes it. */
export function SelectionEditButtons({ parts, actions, onDone }: SelectionEditButtonsProps) {
  const t = useTranslations('transcription')
  const remove = () => {
    actions.change(deleteParts(actions.segments(), parts), t('text_deleted'))
    onDone()
  }
  return (
    <>
      <Menu align="start" trigger={<IconButton label={t('speaker_assign')} icon={<UserRoundPen aria-hidden />} />}>
        <SpeakerMenuItems parts={parts} actions={actions} onDone={onDone} />
      </Menu>
      <IconButton label={t('selection_delete')} icon={<Trash2 aria-hidden />} onClick={remove} />
    </>
  )
}
