import { useFolder } from '#features/folders/web.tsx'
import { isSource } from '#features/files/rules.ts'
import type { ListView, Source } from '#features/files/rules.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Returns the title of a list: the name of its folder, of its source, or of the fixed list. */
export function useListTitle({ tagId, categoryId }: ListView): string {
  const t = useTranslations('files')
  const folder = useFolder(tagId)
  const getSourceName = useSourceName()
  if (tagId !== undefined) return folder?.name ?? t('folder')
  if (categoryId === 'unorganized' || categoryId === 'trash') return t(categoryId)
  return isSource(categoryId) ? getSourceName(categoryId) : t('all_files')
}

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
