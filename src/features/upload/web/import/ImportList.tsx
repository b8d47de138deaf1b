import { useRef } from 'react'
import { Virtualizer } from 'virtua'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { type ImportPreview, type PreviewProblem, canImport, importableKeys } from '../../rules/import/importPreview.ts'
import { useUploadLimit } from '../dialog/useUploadLimit.ts'

/** Up to this number every row is rendered; above it, only the visible ones. */
const VIRTUALIZE_ABOVE = 100
/** How many speakers are named. */
const SHOWN_SPEAKERS = 4

type ListProps = {
  previews: readonly ImportPreview[]
  skipped: number
  chosen: ReadonlySet<string>
  onChoose: (keys: Iterable<string>) => void
}

/** What an export has, with a check mark before what will be imported. */
export function ImportList({ previews, skipped, chosen, onChoose }: ListProps) {
  const t = useTranslations('import')
  const scroller = useRef<HTMLDivElement>(null)
  const importable = importableKeys(previews)
  const toggle = (key: string, isOn: boolean) => onChoose(isOn ? [...chosen, key] : [...chosen].filter((each) => each !== key))
  const row = (preview: ImportPreview) => {
    const { key } = preview.group
    return <PreviewRow preview={preview} isChosen={chosen.has(key)} onToggle={(isOn) => toggle(key, isOn)} />
  }
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <Checkbox
          label={t('select_all')}
          checked={importable.length > 0 && chosen.size === importable.length}
          indeterminate={chosen.size > 0 && chosen.size < importable.length}
          disabled={importable.length === 0}
          onChange={(isOn) => onChoose(isOn ? importable : [])}
        />
        <p className="text-sm text-ink2" role="status">
          {t('found', { count: previews.length })}
          {skipped > 0 && ` · ${t('skipped', { count: skipped })}`}
        </p>
      </div>
      <div
        ref={scroller}
        role="group"
        aria-label={t('recordings_label')}
        // A list that scrolls must be focusable for the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto pt-1"
      >
        {previews.length <= VIRTUALIZE_ABOVE ? (
          previews.map((preview) => <div key={preview.group.key}>{row(preview)}</div>)
        ) : (
          <Virtualizer scrollRef={scroller} itemSize={56}>
            {previews.map((preview) => (
              <div key={preview.group.key}>{row(preview)}</div>
            ))}
          </Virtualizer>
        )}
      </div>
    </div>
  )
}

type RowProps = { preview: ImportPreview; isChosen: boolean; onToggle: (isOn: boolean) => void }

function PreviewRow({ preview, isChosen, onToggle }: RowProps) {
  const facts = useFacts(preview)
  const problem = useProblemText(preview.problem)
  const report = useReportText(preview)
  const isPossible = canImport(preview)
  return (
    <Checkbox
      className="py-2"
      label={<span dir="auto">{preview.title}</span>}
      hint={
        <>
          {facts}
          {report && <span className="block">{report}</span>}
          {problem && <span className={isPossible ? 'block text-ink2' : 'block text-signal'}>{problem}</span>}
        </>
      }
      checked={isChosen}
      disabled={!isPossible}
      onChange={onToggle}
    />
  )
}

/** What is known of a recording: `2 March 2026, 14:22 · 12 min · Sales · Transcript: Lena, Tom · Summary`. */
function useFacts({ startTime, duration, folder, hasTranscript, hasSummary, speakers, isTrash, isKnown }: ImportPreview): string {
  const t = useTranslations('import')
  const { dateTime, duration: formatDuration } = useFormat()
  const names = speakers.slice(0, SHOWN_SPEAKERS).map(bidiIsolate).join(', ') + (speakers.length > SHOWN_SPEAKERS ? ' …' : '')
  const transcript = names ? t('transcript_of', { names }) : t('with_transcript')
  return [
    isKnown && t('already_here'),
    isTrash && t('in_trash'),
    startTime === null ? t('date_unknown') : dateTime(startTime),
    duration !== null && formatDuration(duration / 1000),
    folder !== null && bidiIsolate(folder),
    hasTranscript ? transcript : t('without_transcript'),
    hasSummary && t('with_summary'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function useProblemText(problem: PreviewProblem | null): string | null {
  const t = useTranslations('import')
  const { bytes } = useFormat()
  const limit = useUploadLimit()
  return problem && t(`problem_${problem}`, { size: bytes(limit) })
}

/** What the transcript has not of its file, and in which encoding it was read when that was guessed. */
function useReportText({ leftOut = [], placeKind, leftOutPlaces: places, guessedEncoding }: ImportPreview): string {
  const t = useTranslations('import')
  const count = leftOut.reduce((sum, each) => sum + each.count, 0)
  return [
    count > 0 && t(placeKind === 'row' ? 'left_out_rows' : 'left_out_lines', { count, places }),
    guessedEncoding && t('encoding_guess', { encoding: guessedEncoding }),
  ]
    .filter(Boolean)
    .join(' · ')
}
