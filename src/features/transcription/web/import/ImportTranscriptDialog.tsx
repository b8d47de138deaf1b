import { useQueryClient } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { filesContract, type File as Recording, type Segment } from '#features/files/contract.ts'
import { invalidateFiles } from '#features/files/web.tsx'
import { client } from '#shared/client.ts'
import { MiB } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { formatClock } from '#browser/i18n/format.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { importTranscript } from '../../rules/import/importTranscript.ts'

const files = client('files', filesContract, send)
/** Five hours with the times of all words are smaller. */
const MAX_BYTES = 16 * MiB
/** How many speakers are named. */
const SHOWN_SPEAKERS = 4

type Props = { open: boolean; recording: Pick<Recording, 'id' | 'duration' | 'is_trans'>; onClose: () => void }
type Chosen = { name: string; segments: readonly Segment[] | null }

/** Replaces the transcript of a recording by one that another program has written. The text before it stays in the history. */
export function ImportTranscriptDialog({ open, recording, onClose }: Props) {
  const t = useTranslations('transcription')
  const ui = useTranslations('ui')
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const { save, isSaving } = useSaveTranscript(recording.id, close)
  const segments = chosen?.segments
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    const text = file && file.size <= MAX_BYTES ? await file.text() : ''
    // Allows choosing the same file again.
    target.value = ''
    if (file) setChosen({ name: file.name, segments: importTranscript(text, recording.duration) })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      title={t('import_title')}
      description={t('import_hint')}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {ui('cancel')}
          </Button>
          <Button
            variant="main"
            busy={isSaving}
            disabledReason={!segments && t('import_choose')}
            onClick={() => segments && void save(segments)}
          >
            {recording.is_trans ? t('import_replace') : t('import_now')}
          </Button>
        </>
      }
    >
      <input
        ref={field}
        hidden
        type="file"
        aria-label={t('import_title')}
        accept=".srt,.vtt,.json,.txt,.md,text/plain,text/vtt,application/json"
        onChange={(event) => void readFile(event)}
      />
      <Button icon={<FileInput aria-hidden />} onClick={() => field.current?.click()}>
        {t('import_choose')}
      </Button>
      <div aria-live="polite" className="mt-4 min-h-24">
        {chosen && <p className="truncate font-[600]">{chosen.name}</p>}
        {chosen && !segments && <p className="mt-1 text-signal">{t('import_unreadable')}</p>}
        {segments && <FoundTranscript segments={segments} />}
        {segments && recording.is_trans && <p className="mt-2 text-sm text-ink2">{t('import_keeps')}</p>}
      </div>
    </Dialog>
  )
}

/** How many paragraphs a file has, who speaks, from when to when, and how it begins. */
function FoundTranscript({ segments }: { segments: readonly Segment[] }) {
  const t = useTranslations('transcription')
  const [first] = segments
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))].filter(Boolean)
  const names = speakers.slice(0, SHOWN_SPEAKERS).join(', ')
  const span = [first?.start_time, segments.at(-1)?.end_time].map((time) => formatClock((time ?? 0) / 1000)).join('–')
  const facts = [
    t('import_found', { count: segments.length }),
    span,
    names && (speakers.length > SHOWN_SPEAKERS ? `${names} …` : names),
  ]
  return (
    <>
      <p className="mt-0.5 text-sm text-ink2">{facts.filter(Boolean).join(' · ')}</p>
      <p className="mt-2 line-clamp-2 text-ink2" dir="auto">
        {first?.content}
      </p>
    </>
  )
}

function useSaveTranscript(id: string, onSaved: () => void) {
  const t = useTranslations('transcription')
  const queries = useQueryClient()
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const [isSaving, setSaving] = useState(false)
  const save = async (segments: readonly Segment[]) => {
    setSaving(true)
    try {
      await files.change({ params: { id }, body: { trans_result: [...segments] } })
      toast.show(t('import_done', { count: segments.length }))
      onSaved()
    } catch (error) {
      showFailure(t('import_failed'), error)
    } finally {
      setSaving(false)
      invalidateFiles(queries)
    }
  }
  return { save, isSaving }
}
