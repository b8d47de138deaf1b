import { useNavigate } from '@tanstack/react-router'
import type { LibraryRow } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { TemplateItem } from '../../contract.ts'
import { toChosenTemplate } from '../card/templateTexts.ts'
import { setLastTemplate } from './lastTemplate.ts'

/** Returns a function that chooses a template for the next summary and opens the recording. */
export function useChooseFor(): (template: TemplateItem, recording: LibraryRow) => void {
  const t = useTranslations('templates')
  const navigate = useNavigate()
  const toast = useToast()
  return (template, recording) => {
    const chosen = toChosenTemplate(template)
    setLastTemplate(chosen, currentAccountId() ?? '')
    void navigate({ to: '/file/$id', params: { id: recording.id } })
    toast.show(t('chosen_for_next', { name: chosen.name }))
  }
}
