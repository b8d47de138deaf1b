import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { FolderSymbol } from './icon/FolderSymbol.tsx'
import { useFolders } from './sync/queries.ts'

/** The folders of the user. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('files')
  const navigate = useNavigate()
  return (useFolders().data ?? []).map((folder) => ({
    group: 'go',
    order: 80,
    id: `folder:${folder.id}`,
    name: folder.name,
    hint: t('folder'),
    icon: <FolderSymbol folder={folder} />,
    run: () => void navigate({ to: '/file-list', search: { tagId: folder.id } }),
  }))
}
