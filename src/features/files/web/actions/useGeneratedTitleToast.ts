import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { type TitledFile, useFileActions } from './useFileActions.ts'

/** Shows when the open recording gets a title from its content, with Undo as long as that title stands. */
export function useGeneratedTitleToast(file: TitledFile): void {
  const t = useTranslations('files')
  const toast = useToast()
  const { restoreTitle } = useFileActions()
  const originalTitle = file.original_filename
  const previous = useRef(originalTitle)
  const toastId = `generated-title-${file.id}`
  const show = useEffectEvent(() => {
    const undo = { label: t('undo'), run: () => void restoreTitle(file), undoes: true }
    toast.show(t('title_generated', { name: file.filename }), { id: toastId, action: undo })
  })
  useEffect(() => {
    if (previous.current === null && originalTitle) show()
    if (previous.current && originalTitle === null) toast.close(toastId)
    previous.current = originalTitle
  }, [originalTitle, toast, toastId])
}
