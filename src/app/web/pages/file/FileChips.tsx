import { useMemo } from 'react'
import type { File } from '#features/files/contract.ts'
import { useFolders } from '#features/folders/web.tsx'
import { speakersOf } from '#features/transcription/web.tsx'
import { Chip } from '#ui/Chip.tsx'
import { languageTag } from '#ui/locales.ts'
import { useLocale, useWords } from '#ui/words.ts'

/** What is known about a recording: the folders it lies in and, once it was transcribed, who speaks and in which language. */
export function FileChips({ file }: { file: File }) {
  const t = useWords('transcription')
  const locale = useLocale()
  const speakers = useMemo(() => speakersOf(file.trans_result ?? []).length, [file.trans_result])
  const spoken = file.trans_result ? file.extra_data.tranConfig?.language : undefined
  const folders = useFolders().data?.filter(({ id }) => file.filetag_id_list.includes(id)) ?? []
  return (
    <>
      {folders.map(({ id, name, color }) => (
        <Chip key={id} dot={color} className="max-w-48">
          {name}
        </Chip>
      ))}
      {speakers > 0 && <Chip>{t('speakers', { count: speakers })}</Chip>}
      {spoken && <Chip>{nameOf(spoken, languageTag(locale))}</Chip>}
    </>
  )
}

/** The language in the reader's words; its code where the browser does not know it. */
function nameOf(code: string, readersTag: string): string {
  try {
    return new Intl.DisplayNames([readersTag], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
