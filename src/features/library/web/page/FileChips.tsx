import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { File } from '#features/files/contract.ts'
import { folderColor, useFolders } from '#features/folders/web.tsx'
import { listSpeakers } from '#features/transcription/web.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { languageName } from '#browser/i18n/languageName.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { SOURCES } from '../../rules.ts'
import type { FileListSearch } from '../../rules.ts'
import { useSourceName } from '#features/files/web.tsx'

/**
 * The metadata of a recording: its source and its folders as links to their lists, and the number of speakers and the language
 * when it is transcribed.
 */
export function FileChips({ file }: { file: File }) {
  const t = useTranslations('transcription')
  const tFiles = useTranslations('files')
  const tLibrary = useTranslations('library')
  const locale = useLocale()
  const getSourceName = useSourceName()
  const speakers = useMemo(() => listSpeakers(file.trans_result ?? []).length, [file.trans_result])
  const isSpeech = file.trans_result?.some((segment) => !segment.not_understood) === true
  const language = isSpeech ? file.extra_data.tranConfig?.language : undefined
  // A code without a name, such as that of another program, is not shown.
  const name = language && languageName(language, locale)
  const folders = useFolders().data?.filter(({ id }) => file.filetag_id_list.includes(id)) ?? []
  const source = SOURCES.find((name) => SCENES[name] === file.scene)
  return (
    <>
      {source && (
        <LinkedChip search={{ categoryId: source }} title={tLibrary('sources')}>
          <Chip>{getSourceName(source)}</Chip>
        </LinkedChip>
      )}
      {file.scene === SCENES.welcomeNote && <Chip>{tFiles('source_welcomeNote')}</Chip>}
      {folders.map(({ id, name, color }) => (
        <LinkedChip key={id} search={{ tagId: id }} title={tFiles('folder')}>
          <Chip dot={folderColor(color)}>
            <bdi>{name}</bdi>
          </Chip>
        </LinkedChip>
      ))}
      {speakers > 0 && <Chip>{t('speakers', { count: speakers })}</Chip>}
      {name !== undefined && name !== language && <Chip>{name}</Chip>}
    </>
  )
}

/** A chip that links to a list. `title` is the kind of the chip. */
function LinkedChip({ search, title, children }: { search: FileListSearch; title: string; children: ReactNode }) {
  return (
    <Link
      to="/file-list"
      search={search}
      title={title}
      className="relative inline-flex max-w-48 flex-none rounded-full ring-line hover:ring-1 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-0.5 pointer-coarse:after:-inset-y-2.75"
    >
      {children}
    </Link>
  )
}
