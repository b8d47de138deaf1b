import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { type LeftOut, formatPlaces } from '../../rules/import/ImportReport.ts'
import type { ReadTranscript } from '../../rules/import/readTranscriptFile.ts'
import { MAX_TRANSCRIPT_BYTES } from './limits.ts'

/** What an import leaves out or changes, with the lines of the file. */
export function ImportResult({ found }: { found: ReadTranscript }) {
  const t = useTranslations('import-transcript')
  const describe = useLeftOutText(found.placeKind)
  if (found.leftOut.length === 0) return null
  return (
    <>
      <p className="mt-3 text-sm font-[600]">{t('report')}</p>
      <ul className="mt-1 grid list-disc gap-0.5 ps-5 text-sm text-ink2">
        {found.leftOut.map((each) => (
          <li key={each.reason}>{describe(each)}</li>
        ))}
      </ul>
    </>
  )
}

/** Returns a function that says what was left out, how many words it has, and where it stands. */
function useLeftOutText(placeKind: ReadTranscript['placeKind']): (leftOut: LeftOut) => string {
  const t = useTranslations('import-transcript')
  return ({ reason, count, words, places }) => {
    const where = { count: places.length, places: formatPlaces(places) }
    return [
      t(`left_${reason}`, { count }),
      words > 0 && reason !== 'repeated' && t('words', { count: words }),
      placeKind === 'line' ? t('at_lines', where) : t('at_rows', where),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** Returns a function that says why nothing could be imported. */
export function useRefusalText(): (found: ReadTranscript) => string {
  const t = useTranslations('import-transcript')
  const common = useTranslations('transcription')
  const { bytes } = useFormat()
  return ({ refusal, placeKind }) => {
    const { reason, place } = refusal ?? { reason: 'noTimes', place: null }
    if (reason === 'noTimes') return common('import_unreadable')
    const text = t(`refused_${reason}`, { size: bytes(MAX_TRANSCRIPT_BYTES) })
    if (place === null || reason === 'tooLarge') return text
    return `${text} ${placeKind === 'line' ? t('first_line', { place }) : t('first_row', { place })}`
  }
}
