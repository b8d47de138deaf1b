import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { RecordingSource } from './fileListSearch.ts'

/** Returns the display name of a source (B§2). Names of devices are the same in every language. */
export function useSourceName(): (source: RecordingSource) => string {
  const t = useTranslations('app')
  const names: Record<RecordingSource, string> = {
    call: t('source_call'),
    notepin: 'NotePin',
    NotePinS: 'NotePin S',
    NotePro: 'Note Pro',
    web: t('source_web'),
    desktop: t('source_desktop'),
    note: 'Note',
  }
  return (source) => names[source]
}
