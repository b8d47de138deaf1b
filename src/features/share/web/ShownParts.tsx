import { useId } from 'react'
import { useFile } from '#features/files/web.tsx'
import type { File } from '#features/files/contract.ts'
import { noteName, useNotes } from '#features/notes/web.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ShareChange, ShareLink } from '../contract.ts'

type ShownPartsProps = { fileId: string; link: ShareLink; onChange: (change: ShareChange) => void }

/** What a link shows of a recording. What the recording does not have yet can be chosen already. */
export function ShownParts({ fileId, link, onChange }: ShownPartsProps) {
  const t = useTranslations('share')
  const id = useId()
  const { file } = useFile(fileId)
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <span id={id} className="text-md font-[560]">
        {t('shown')}
      </span>
      <div className="grid grid-cols-4 gap-2 max-sm:grid-cols-2">
        <Part
          label={t('part_summary')}
          isMissing={file?.is_summary === false}
          checked={link.shows_summary}
          onChange={(shows_summary) => onChange({ shows_summary })}
        />
        <Part
          label={t('part_transcript')}
          isMissing={file?.is_trans === false}
          checked={link.shows_transcript}
          onChange={(shows_transcript) => onChange({ shows_transcript })}
        />
        <Part
          label={t('part_audio')}
          isMissing={file?.sound_deleted_at !== null && file !== undefined && file !== null}
          checked={link.shows_audio}
          onChange={(shows_audio) => onChange({ shows_audio })}
        />
        {file && <NotesPart file={file} link={link} onChange={onChange} />}
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
    <div className="rounded-md border border-line px-3 py-2" title={isMissing ? t('part_missing') : undefined}>
      <Checkbox
        label={<span className={isMissing ? 'text-ink3' : undefined}>{label}</span>}
        checked={checked}
        indeterminate={indeterminate}
        onChange={onChange}
      />
    </div>
  )
}

/** All notes at once, and below them one by one when there are several. */
function NotesPart({ file, link, onChange }: { file: File; link: ShareLink; onChange: (change: ShareChange) => void }) {
  const t = useTranslations('share')
  const { added } = useNotes(file)
  const chosen = added.filter(({ note_id }) => link.note_ids.includes(note_id))
  const toggle = (noteId: string, isShown: boolean) =>
    onChange({ note_ids: isShown ? [...link.note_ids, noteId] : link.note_ids.filter((id) => id !== noteId) })
  return (
    <>
      <Part
        label={t('part_notes')}
        isMissing={added.length === 0}
        checked={chosen.length > 0 && chosen.length === added.length}
        indeterminate={chosen.length > 0 && chosen.length < added.length}
        onChange={(isShown) => onChange({ note_ids: isShown ? added.map(({ note_id }) => note_id) : [] })}
      />
      {added.length > 1 && chosen.length > 0 && (
        <div role="group" aria-label={t('part_notes')} className="col-span-full flex flex-wrap gap-x-5 gap-y-1 px-1">
          {added.map((note) => (
            <Checkbox
              key={note.note_id}
              label={noteName(note)}
              checked={link.note_ids.includes(note.note_id)}
              onChange={(isShown) => toggle(note.note_id, isShown)}
            />
          ))}
        </div>
      )}
    </>
  )
}
