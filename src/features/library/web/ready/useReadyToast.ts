import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { useUploads } from '#features/upload/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { now } from '#browser/timers/time.ts'
import { seconds } from '#shared/units.ts'
import { isDialogOpen } from '#ui/dialog/openDialog.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useListLocation } from '../panes/listLocation.ts'

const SHOWN_FOR = seconds(8)

/**
 * Returns a function that shows in one toast which recordings are ready, together with those of the toast before while it is
 * shown. Left out are the sample, the open recording and those that the upload dialog shows. It returns how many are in the toast.
 */
export function useReadyToast(): (files: readonly LibraryRow[]) => number {
  const t = useTranslations('library')
  const toast = useToast()
  const navigate = useNavigate()
  const { fileId: openId } = useListLocation()
  const { items } = useUploads()
  const shown = useRef<{ files: readonly LibraryRow[]; until: number }>({ files: [], until: 0 })
  const isShownElsewhere = ({ id, scene }: LibraryRow) =>
    id === openId || scene === SCENES.welcomeNote || (isDialogOpen('upload') && items.some(({ fileId }) => fileId === id))
  return (ready) => {
    const reported = ready.filter((file) => !isShownElsewhere(file))
    const [first] = reported
    if (!first) return 0
    const earlier = shown.current.until > now() ? shown.current.files : []
    const files = [...earlier.filter(({ id }) => reported.every((file) => file.id !== id)), ...reported]
    shown.current = { files, until: now() + SHOWN_FOR }
    const isOne = files.length === 1
    const open = () => {
      shown.current = { files: [], until: 0 }
      void navigate(
        isOne ? { to: '/file/$id', params: { id: first.id } } : { to: '/file-list', search: { categoryId: 'allFiles' } },
      )
    }
    toast.show(isOne ? t('ready_toast', { name: first.filename }) : t('ready_toast_many', { count: files.length }), {
      id: 'recordings-ready',
      ms: SHOWN_FOR,
      action: { label: t('ready_open'), run: open },
    })
    return reported.length
  }
}
