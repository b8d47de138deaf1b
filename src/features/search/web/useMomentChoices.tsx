import { useNavigate } from '@tanstack/react-router'
import { FileText, Highlighter, NotebookPen, Play } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'
import type { FoundRecording, SearchMoment } from '../contract.ts'
import { momentKey, momentLink } from './results/moments.ts'
import { useSearchPreview } from './useSearchPreview.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Distinguishes the ids of moments from those of other choices. */
export const MOMENT_ID_PREFIX = 'moment:'
const MAX_MOMENTS = 4

const ICONS: Record<SearchMoment['kind'], ReactNode> = {
  transcript: <Play />,
  summary: <FileText />,
  note: <NotebookPen />,
  highlight: <Highlighter />,
}

/**
 * Returns the best moments for a query as choices that open the recording there, and their number. The list is stable until new
 * results arrive.
 */
export function useMomentChoices(query: string): { choices: readonly PaletteChoice[]; count: string | undefined } {
  const t = useTranslations('search')
  const { number } = useFormat()
  const result = useSearchPreview(query)
  const navigate = useNavigate()
  const choices = useMemo(() => {
    const toChoice = (recording: FoundRecording, moment: SearchMoment): PaletteChoice => ({
      id: `${MOMENT_ID_PREFIX}${recording.file_id} ${momentKey(moment)}`,
      ...startNearMark(moment),
      hint: moment.by_meaning ? `${recording.filename} · ${t('search_similar')}` : recording.filename,
      time: moment.kind === 'transcript' && moment.start_ms !== null ? formatTimestamp(moment.start_ms) : undefined,
      icon: ICONS[moment.kind],
      run: () => void navigate(momentLink(recording, moment)),
    })
    const all = result?.recordings.flatMap((recording) => recording.moments.map((moment) => toChoice(recording, moment)))
    return all?.slice(0, MAX_MOMENTS) ?? NO_CHOICES
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function is a new one each time and does the same.
  }, [result])
  const count =
    result === undefined || result.total_moments === 0
      ? undefined
      : result.has_more_moments
        ? t('search_moments_over', { number: number(result.total_moments) })
        : t('search_moments', { count: result.total_moments })
  return { choices, count }
}

const NO_CHOICES: readonly PaletteChoice[] = []
/** The part of a row in which the first mark must be visible, and the text kept before it, in characters. */
const [VISIBLE, BEFORE_MARK] = [24, 16]

/** Cuts off the beginning when the first mark would not be visible in one line. */
function startNearMark({ text, marks, is_cut_before }: SearchMoment): {
  name: string
  marks: readonly (readonly [number, number])[]
} {
  const first = marks[0]?.[0] ?? 0
  const space = text.indexOf(' ', first - BEFORE_MARK)
  const from = first <= VISIBLE ? 0 : space >= 0 && space < first ? space + 1 : first
  const prefix = from > 0 || is_cut_before ? '… ' : ''
  const shift = prefix.length - from
  return { name: prefix + text.slice(from), marks: marks.map(([start, end]) => [start + shift, end + shift] as const) }
}
