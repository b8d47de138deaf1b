import { useRef, useState } from 'react'
import { bestMatches, searchTitlesCached } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { ListboxSearchField } from '../listbox/ListboxSearchField.tsx'
import { useListbox } from '../listbox/useListbox.ts'
import { useTranscribed } from './useTranscribed.ts'

/** More are found by their title. */
const SHOWN = 50

export type RecordingDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  onChoose: (recording: LibraryRow) => void
}

/** Chooses a recording that has a transcript. */
export function RecordingDialog({ open, onClose, title, onChoose }: RecordingDialogProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={title} initialFocus={fieldRef}>
      <RecordingList
        fieldRef={fieldRef}
        label={title}
        onChoose={(recording) => {
          onClose()
          onChoose(recording)
        }}
      />
    </Dialog>
  )
}

type RecordingListProps = {
  fieldRef: React.RefObject<HTMLInputElement | null>
  label: string
  onChoose: (recording: LibraryRow) => void
}

function RecordingList({ fieldRef, label, onChoose }: RecordingListProps) {
  const t = useTranslations('templates')
  const { duration, date } = useFormat()
  const [text, setText] = useState('')
  const { recordings } = useTranscribed()
  const query = text.trim()
  const found =
    query === '' ? (recordings ?? []).slice(0, SHOWN) : bestMatches(searchTitlesCached(recordings ?? [], query), query, SHOWN)
  const listbox = useListbox({
    count: found.length,
    label,
    resetKey: query,
    onChoose: (index) => {
      const recording = found[index]
      if (recording) onChoose(recording)
    },
  })
  if (!recordings) return <SkeletonRows rows={4} rowClassName="h-14" />
  if (recordings.length === 0) return <EmptyState>{t('no_transcripts')}</EmptyState>
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListboxSearchField ref={fieldRef} listbox={listbox} label={t('recording_search')} value={text} onChange={setText} />
      {found.length === 0 ? (
        <p role="status" className="px-2 py-8 text-center text-md text-ink2">
          {t('no_recording_found')}
        </p>
      ) : (
        <div {...listbox.list} className="-mx-2 max-h-80 overflow-y-auto overscroll-contain max-sm:max-h-none">
          {found.map((recording, index) => (
            <div
              key={recording.id}
              {...listbox.option(index)}
              className="grid min-h-13 cursor-default content-center rounded-md px-2 py-1.5 select-none data-highlighted:bg-sunken"
            >
              <span className="truncate text-md font-[560]">{recording.filename}</span>
              <span className="text-sm text-ink2">
                {date(seconds(recording.start_time))} · {duration(recording.duration / 1000)}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
