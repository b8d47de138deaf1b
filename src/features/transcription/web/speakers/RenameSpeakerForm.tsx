import { Merge } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'

import type { SpeakerStatistics } from './speakerStatistics.ts'
import { MAX_SPEAKER_NAME } from '../../contract/editing.ts'
import type { SpeakerEdits } from './useSpeakerEdits.ts'
import type { SpeakerDraft, SpeakersPanelState } from './useSpeakersPanel.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type RenameSpeakerFormProps = {
  draft: SpeakerDraft
  speaker: SpeakerStatistics
  others: readonly SpeakerStatistics[]
  labelOf: (speaker: string) => string
  panel: SpeakersPanelState
  edits: SpeakerEdits
}

/** Changes the name of a speaker, everywhere or in one segment, or merges the speaker with another one. */
export function RenameSpeakerForm({ draft, speaker, others, labelOf, panel, edits }: RenameSpeakerFormProps) {
  const t = useTranslations('transcription')
  const ui = useTranslations('ui')
  const field = useFocusedField()
  const name = draft.name.trim()
  const existing = others.find((other) => labelOf(other.name) === name)
  const renameEverywhere = (to: string) => {
    edits.rename(speaker.name, to)
    panel.closeDraft()
  }
  const submit = () => {
    const { segment, isOnlyHere } = draft
    const to = existing?.name ?? name
    if (to !== speaker.name && segment && isOnlyHere) edits.setSpeaker(segment.id, to)
    else if (to !== speaker.name) edits.rename(speaker.name, to)
    panel.closeDraft()
  }
  return (
    <form
      className="mt-2.5 grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        ref={field}
        label={t('speaker_rename', { name: labelOf(speaker.name) })}
        hideLabel
        maxLength={MAX_SPEAKER_NAME}
        autoComplete="off"
        value={draft.name === speaker.name ? labelOf(speaker.name) : draft.name}
        onChange={(value) => panel.changeDraft({ name: value === labelOf(speaker.name) ? speaker.name : value })}
        hint={existing && !draft.isOnlyHere ? t('speaker_merges', { name }) : undefined}
      />
      {draft.segment && (
        <RadioGroup
          label={t('speaker_scope')}
          hideLabel
          value={draft.isOnlyHere ? 'here' : 'everywhere'}
          onChange={(scope) => panel.changeDraft({ isOnlyHere: scope === 'here' })}
          options={[
            {
              value: 'everywhere',
              label: <ScopeLabel text={t('speaker_everywhere')} detail={t('speaker_places', { count: speaker.segments })} />,
            },
            {
              value: 'here',
              label: <ScopeLabel text={t('speaker_only_here')} detail={formatTimestamp(draft.segment.start_time)} />,
            },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-1.5">
        {others.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Button size="sm" className="mr-auto" icon={<Merge aria-hidden />}>
                {t('speaker_merge')}
              </Button>
            }
          >
            {others.map((other) => (
              <MenuItem key={other.name} onSelect={() => renameEverywhere(other.name)}>
                <bdi>{labelOf(other.name)}</bdi>
              </MenuItem>
            ))}
          </Menu>
        )}
        <Button size="sm" variant="quiet" onClick={panel.closeDraft}>
          {ui('cancel')}
        </Button>
        <Button size="sm" variant="main" type="submit" disabledReason={name === '' && t('speaker_name_missing')}>
          {existing && !draft.isOnlyHere ? t('speaker_merge_now') : t('speaker_rename_now')}
        </Button>
      </div>
    </form>
  )
}

function ScopeLabel({ text, detail }: { text: string; detail: string }) {
  return (
    <span className="flex items-baseline justify-between gap-3 text-md">
      <span>{text}</span>
      <span className="tabular flex-none text-sm text-ink2">{detail}</span>
    </span>
  )
}

/** Moves the focus into the field, with its text selected, and back to the previous element at the end. */
function useFocusedField() {
  const field = useRef<HTMLInputElement>(null)
  // The focus is the external system.
  useEffect(() => {
    const previous = document.activeElement
    field.current?.focus()
    field.current?.select()
    return () => {
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [])
  return field as RefObject<HTMLInputElement | HTMLTextAreaElement | null>
}
