import { useQueryClient } from '@tanstack/react-query'
import { FileInput } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { filesContract, type File as Recording, type Segment } from '#features/files/contract.ts'
import { textLimits } from '#features/files/rules.ts'
import { invalidateFiles } from '#features/files/web.tsx'
import { client } from '#shared/client.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { Encoding } from '../../rules/import/encoding/encodings.ts'
import type { ReadTranscript } from '../../rules/import/readTranscriptFile.ts'
import { EncodingChoice } from './EncodingChoice.tsx'
import { MAX_TRANSCRIPT_BYTES } from './limits.ts'
import { ImportResult, useRefusalText } from './ImportResult.tsx'
import { readTranscriptInWorker } from './readInWorker.ts'

const files = client('files', filesContract, send)
/** How many speakers are named. */
const SHOWN_SPEAKERS = 4

type Props = { open: boolean; recording: Pick<Recording, 'id' | 'duration' | 'is_trans'>; onClose: () => void }

/** Replaces the transcript of a recording by one that another program has written. The text before it stays in the history. */
export function ImportTranscriptDialog({ open, recording, onClose }: Props) {
  const t = useTranslations('transcription')
  const own = useTranslations('import-transcript')
  const ui = useTranslations('ui')
  const field = useRef<HTMLInputElement>(null)
  const { chosen, read, isReading, clear } = useChosenFile(recording.duration)
  const refusalText = useRefusalText()
  const close = () => {
    clear()
    onClose()
  }
  const save = useSaveTranscript(recording.id, close)
  const found = chosen?.found
  const segments = found?.segments
  const chooseFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) void read(file)
    // Allows choosing the same file again.
    target.value = ''
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      title={t('import_title')}
      description={own('hint')}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {ui('cancel')}
          </Button>
          <Button
            variant="main"
            busy={save.isBusy}
            disabledReason={(!segments || isReading) && t('import_choose')}
            onClick={() =>
              segments && void save.run({ segments, leftOut: found.leftOut.reduce((sum, { count }) => sum + count, 0) })
            }
          >
            {recording.is_trans ? t('import_replace') : t('import_now')}
          </Button>
        </>
      }
    >
      <input ref={field} hidden type="file" aria-label={t('import_title')} accept={ACCEPTED} onChange={chooseFile} />
      <Button busy={isReading} icon={<FileInput aria-hidden />} onClick={() => field.current?.click()}>
        {t('import_choose')}
      </Button>
      <div aria-live="polite" className="mt-4 min-h-24">
        {chosen && <p className="truncate font-[600]">{chosen.file.name}</p>}
        {isReading && <p className="mt-1 text-ink2">{own('reading')}</p>}
        {found && !segments && <p className="mt-1 text-signal">{refusalText(found)}</p>}
        {segments && <FoundTranscript segments={segments} />}
        {found && <ImportResult found={found} />}
        {segments && recording.is_trans && <p className="mt-2 text-sm text-ink2">{t('import_keeps')}</p>}
      </div>
      {chosen && found && (found.isGuess || chosen.encoding) && (
        <EncodingChoice found={found} onChoose={(encoding) => void read(chosen.file, encoding)} />
      )}
    </Dialog>
  )
}

/** The suffixes that transcripts have. Files without a type of their own are offered too. */
const ACCEPTED = `${'srt,vtt,webvtt,sbv,sub,ass,ssa,lrc,ttml,dfxp,xml,smi,html,htm,json,jsonl,ndjson,csv,tsv,txt,md,text,log,textgrid,eaf,ctm,stm'
  .split(',')
  .map((suffix) => `.${suffix}`)
  .join(',')},text/*,application/json,application/xml,application/ttml+xml`

type Chosen = { file: File; encoding?: Encoding | undefined; found?: ReadTranscript | undefined }

/** Reads what is chosen; a later choice replaces an earlier one that is still being read. */
function useChosenFile(duration: number) {
  const [chosen, setChosen] = useState<Chosen>()
  const [isReading, setReading] = useState(false)
  const running = useRef<AbortController>(null)
  const clear = () => {
    running.current?.abort()
    setChosen(undefined)
    setReading(false)
  }
  const read = async (file: File, encoding?: Encoding) => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setChosen({ file, encoding })
    setReading(true)
    const found = await readFile({ file, duration, encoding, signal: abort.signal })
    if (abort.signal.aborted) return
    setChosen({ file, encoding, found })
    setReading(false)
  }
  return { chosen, read, isReading, clear }
}

type ReadOptions = { file: File; duration: number; encoding?: Encoding | undefined; signal: AbortSignal }

/** Returns what a file has, or why it cannot be read. */
async function readFile({ file, duration, encoding, signal }: ReadOptions): Promise<ReadTranscript> {
  const failed = (reason: 'tooLarge' | 'damaged'): ReadTranscript => ({
    segments: null,
    leftOut: [],
    placeKind: 'line',
    encoding: 'utf-8',
    isGuess: false,
    sample: [],
    refusal: { reason, place: null },
  })
  if (file.size > MAX_TRANSCRIPT_BYTES) return failed('tooLarge')
  try {
    return await readTranscriptInWorker({ file, duration, encoding, maxBytes: textLimits(duration).trans_result }, signal)
  } catch {
    return failed('damaged')
  }
}

/** How many paragraphs a file has, who speaks, from when to when, and how it begins. */
function FoundTranscript({ segments }: { segments: readonly Segment[] }) {
  const t = useTranslations('transcription')
  const [first] = segments
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))].filter(Boolean)
  const names = speakers.slice(0, SHOWN_SPEAKERS).join(', ')
  const span = [first?.start_time, segments.at(-1)?.end_time].map((time) => formatTimestamp(time ?? 0)).join('–')
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
  const own = useTranslations('import-transcript')
  const queries = useQueryClient()
  return useAction(
    ({ segments }: { segments: readonly Segment[]; leftOut: number }) =>
      files.change({ params: { id }, body: { trans_result: [...segments] } }),
    {
      success: (_, { segments, leftOut }) => {
        const done = t('import_done', { count: segments.length })
        return leftOut > 0 ? `${done} · ${own('left_out', { count: leftOut })}` : done
      },
      failure: t('import_failed'),
      onSuccess: onSaved,
      onSettled: () => invalidateFiles(queries),
    },
  )
}
