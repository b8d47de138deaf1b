import { useId } from 'react'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SharedRecording, ShareChange, ShareLink } from '../contract.ts'

type ShownPartsProps = { recording: SharedRecording; link: ShareLink; onChange: (change: ShareChange) => void }

/** What a link shows of a recording. What the recording does not have yet can be chosen already. */
export function ShownParts({ recording, link, onChange }: ShownPartsProps) {
  const t = useTranslations('share')
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <span id={id} className="text-md font-[560]">
        {t('shown')}
      </span>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        <Part
          label={t('part_summary')}
          isMissing={!recording.has_summary}
          checked={link.shows_summary}
          onChange={(shows_summary) => onChange({ shows_summary })}
        />
        <Part
          label={t('part_transcript')}
          isMissing={!recording.has_transcript}
          checked={link.shows_transcript}
          onChange={(shows_transcript) => onChange({ shows_transcript })}
        />
        <Part
          label={t('part_audio')}
          isMissing={!recording.has_audio}
          checked={link.shows_audio}
          onChange={(shows_audio) => onChange({ shows_audio })}
        />
        <NotesPart notes={recording.notes} link={link} onChange={onChange} />
      </div>
    </div>
  )
}

type PartProps = {
  label: string
  isMissing: boolean
  checked: boolean
  indeterminate?: boolean
  onChange: (checked: boolean) => void
}

function Part({ label, isMissing, checked, indeterminate = false, onChange }: PartProps) {
  const t = useTranslations('share')
  return (
    <div
      className="flex-auto rounded-md border border-line px-3 py-2 whitespace-nowrap"
      title={isMissing ? t('part_missing') : undefined}
    >
      <Checkbox
        label={<span className={isMissing ? 'text-ink3' : undefined}>{label}</span>}
        checked={checked}
        indeterminate={indeterminate}
        onChange={onChange}
      />
    </div>
  )
}

type NotesPartProps = Omit<ShownPartsProps, 'recording'> & { notes: SharedRecording['notes'] }

/** All notes at once, and below them one by one when there are several. */
function NotesPart({ notes, link, onChange }: NotesPartProps) {
  const t = useTranslations('share')
  const chosen = notes.filter(({ note_id }) => link.note_ids.includes(note_id))
  const toggle = (noteId: string, isShown: boolean) =>
    onChange({ note_ids: isShown ? [...link.note_ids, noteId] : link.note_ids.filter((id) => id !== noteId) })
  return (
    <>
      <Part
        label={t('part_notes')}
        isMissing={notes.length === 0}
        checked={chosen.length > 0 && chosen.length === notes.length}
        indeterminate={chosen.length > 0 && chosen.length < notes.length}
        onChange={(isShown) => onChange({ note_ids: isShown ? notes.map(({ note_id }) => note_id) : [] })}
      />
      {notes.length > 1 && chosen.length > 0 && (
        <div role="group" aria-label={t('part_notes')} className="col-span-full flex w-full flex-wrap gap-x-5 gap-y-1 px-1">
          {notes.map((note) => (
            <Checkbox
              key={note.note_id}
              label={note.name || t('note_highlights')}
              checked={link.note_ids.includes(note.note_id)}
              onChange={(isShown) => toggle(note.note_id, isShown)}
            />
          ))}
        </div>
      )}
    </>
  )
}
