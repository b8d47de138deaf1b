import { type ReactNode, useState } from 'react'
import { useFolders } from '#features/folders/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Select } from '#ui/select/Select.tsx'

/** The value of the option without a folder. The select treats an empty value as nothing chosen. */
const NO_FOLDER = 'none'

/**
 * The choice of the folder that files are added to, `initial` until the user chooses another. Returns the id of the folder, null for
 * none, and the field, which is null while there are no folders to choose from.
 */
export function useFolderField(initial: string | null): [folderId: string | null, field: ReactNode] {
  const t = useTranslations('upload')
  const { data: folders = [] } = useFolders()
  const [chosen, setChosen] = useState<string>()
  const value = chosen ?? initial ?? NO_FOLDER
  // Deleted meanwhile.
  const folderId = folders.some(({ id }) => id === value) ? value : null
  if (folders.length === 0) return [initial, null]
  const options = [{ value: NO_FOLDER, label: t('no_folder') }, ...folders.map(({ id, name }) => ({ value: id, label: name }))]
  const field = (
    <div className="mt-3 flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="text-md font-[560]">{t('folder')}</p>
        <p className="text-sm text-ink2">{t('folder_hint')}</p>
      </div>
      <Select
        label={t('folder')}
        hideLabel
        options={options}
        value={folderId ?? NO_FOLDER}
        onChange={setChosen}
        className="w-56 max-w-1/2 flex-none"
      />
    </div>
  )
  return [folderId, field]
}
