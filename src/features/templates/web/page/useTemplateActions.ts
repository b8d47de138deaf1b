import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import type { TemplateItem } from '../../contract.ts'
import type { TemplateAction } from '../pageState.ts'
import { invalidateTemplates } from '../templateQueries.ts'
import { customTemplates, templates } from '../templatesClient.ts'

/** What is done with a template; null for a new one. */
export type RunningAction =
  | { readonly kind: 'use' | 'try' | 'edit' | 'versions' | 'delete'; readonly template: TemplateItem }
  | { readonly kind: 'edit'; readonly template: null }

export type TemplateActions = ReturnType<typeof useTemplateActions>

/** The actions of the page. Each but Personalize opens a dialog; `isOpen` is false while that fades out. */
export function useTemplateActions(closeDetails: () => void) {
  const [{ action, isOpen }, setState] = useState<{ action: RunningAction | null; isOpen: boolean }>({
    action: null,
    isOpen: false,
  })
  const open = (next: RunningAction) => {
    closeDetails()
    setState({ action: next, isOpen: true })
  }
  const close = () => setState((state) => ({ ...state, isOpen: false }))
  const copy = useCopyTemplate((template) => open({ kind: 'edit', template }))
  const remove = useRemoveTemplate(close)
  return {
    action,
    isOpen,
    close,
    create: () => open({ kind: 'edit', template: null }),
    run: (kind: TemplateAction, template: TemplateItem) => {
      if (kind === 'personalize') void copy.run(template)
      else open({ kind, template })
    },
    remove,
  }
}

/** Makes an own copy, which opens in the editor (Personalize, B§4). */
function useCopyTemplate(onCopied: (copied: TemplateItem) => void) {
  const t = useTranslations('templates')
  const locale = useLocale()
  const queries = useQueryClient()
  const copy = async (template: TemplateItem) => {
    const language_trans = template.translated_version ? locale : undefined
    const { data } = await customTemplates.copy({ body: { template_id: template.id, language_os: locale, language_trans } })
    return data
  }
  return useAction(copy, {
    failure: t('copy_failed'),
    calls: [customTemplates.copy],
    refusals: {
      tooMany: t('Custom_template_toast_maxlimit'),
      noPermission: { warning: t('no_custom_right') },
      locked: { warning: t('not_in_plan') },
    },
    onSuccess: async (copied) => {
      await invalidateTemplates(queries)
      onCopied(copied)
    },
  })
}

function useRemoveTemplate(onRemoved: () => void) {
  const t = useTranslations('templates')
  const queries = useQueryClient()
  const remove = async ({ id, custom_type }: TemplateItem): Promise<unknown> =>
    custom_type === 'community'
      ? await templates.remove({ body: { template_id: id } })
      : await customTemplates.remove({ params: { id } })
  return useAction(remove, {
    success: t('delete_success_tip'),
    failure: t('delete_failed'),
    onSuccess: async () => {
      onRemoved()
      await invalidateTemplates(queries)
    },
  })
}
