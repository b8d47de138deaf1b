import { useNavigate } from '@tanstack/react-router'
import { AudioLines, House, Inbox, Library, Trash2, Upload } from 'lucide-react'
import { SCENES } from '#features/files/contract.ts'
import { useCounts, useSourceName } from '#features/files/web.tsx'
import { useOpenUpload } from '#features/upload/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { SOURCES } from '../rules.ts'
import type { Category } from '../rules.ts'

/** The home page, the lists, and uploading. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('library')
  const tFiles = useTranslations('files')
  const navigate = useNavigate()
  const openUpload = useOpenUpload()
  const getSourceName = useSourceName()
  const { byScene } = useCounts()
  const list = (category: Category) => ({
    group: 'go' as const,
    order: 70,
    run: () => void navigate({ to: '/file-list', search: { categoryId: category } }),
  })
  const sources = SOURCES.filter((source) => (byScene.get(SCENES[source]) ?? 0) > 0)
  return [
    {
      group: 'go',
      order: 10,
      id: 'home',
      name: t('home'),
      icon: <House />,
      shortcut: 'key_home',
      run: () => void navigate({ to: '/' }),
    },
    { ...list('allFiles'), id: 'allFiles', name: tFiles('all_files'), icon: <Library />, shortcut: 'key_files' },
    { ...list('unorganized'), id: 'unorganized', name: tFiles('unorganized'), icon: <Inbox /> },
    { ...list('trash'), id: 'trash', name: tFiles('trash'), icon: <Trash2 /> },
    ...sources.map((source) => ({
      ...list(source),
      id: `source:${source}`,
      name: getSourceName(source),
      icon: <AudioLines />,
    })),
    {
      group: 'do',
      order: 30,
      id: 'upload',
      name: t('upload_audio'),
      icon: <Upload />,
      shortcut: 'key_upload',
      run: () => openUpload(),
    },
  ]
}
