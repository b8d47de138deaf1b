import { UserRoundPlus } from 'lucide-react'
import { newId } from '#browser/random/random.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MenuGroup, MenuItem, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import { assignParts, defaultSpeakerName, type TextPart } from '../../rules.ts'
import { listSpeakers, speakerColour } from '../speakers.ts'
import type { SegmentActions } from './transcriptEditor.ts'

export type SpeakerMenuItemsProps = {
  parts: readonly TextPart[]
  actions: SegmentActions
  onDone?: () => void
}

/** The speakers that text can be assigned to, and a new one. */
export function SpeakerMenuItems({ parts, actions, onDone }: SpeakerMenuItemsProps) {
  const t = useTranslations('transcription')
  const segments = actions.segments()
  const speakers = listSpeakers(segments)
  const current = new Set(parts.map(({ id }) => segments.find((segment) => segment.id === id)?.speaker))
  const assign = (speaker: string) => {
    const operations = assignParts(segments, parts, speaker, () => newId().slice(-6))
    actions.change(operations, t('speaker_assigned', { name: actions.labelOf(speaker) }))
    onDone?.()
  }
  return (
    <MenuGroup label={t('speaker_assign')}>
      <MenuRadioGroup
        value={(current.size === 1 && [...current][0]) || ''}
        onChange={assign}
        options={speakers.map((name, index) => ({
          value: name,
          label: <bdi style={{ color: speakerColour(index) }}>{actions.labelOf(name)}</bdi>,
        }))}
      />
      <MenuItem icon={<UserRoundPlus aria-hidden />} onSelect={() => assign(newSpeaker(speakers))}>
        {t('speaker_new')}
      </MenuItem>
    </MenuGroup>
  )
}

/** Returns the first default name that no speaker has, after those in use. */
function newSpeaker(names: readonly string[]): string {
  let number = names.length
  while (names.includes(defaultSpeakerName(number))) number++
  return defaultSpeakerName(number)
}
