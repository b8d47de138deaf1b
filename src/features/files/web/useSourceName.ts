import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Source } from '../rules.ts'

/** Returns the display name of a source (B§2). Names of devices are the same in every language. */
export function useSourceName(): (source: Source) => string {
  const t = useTranslations('files')
  const names: Record<Source, string> = {
    call: t('source_call'),
    notepin: 'NotePin',
    NotePinS: 'NotePin S',
    NotePro: 'Note Pro',
    recorder: t('source_recorder'),
    web: t('source_web'),
    desktop: t('source_desktop'),
    note: 'Note',
    welcomeNote: t('source_welcomeNote'),
  }
  return (source) => names[source]
}
