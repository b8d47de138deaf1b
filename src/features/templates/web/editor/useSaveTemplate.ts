import { useQueryClient } from '@tanstack/react-query'
import { Refused } from '#shared/client.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import type { CategoryId, TemplateItem } from '../../contract.ts'
import { invalidateTemplates } from '../templateQueries.ts'
import { customTemplates, templates } from '../templatesClient.ts'
import { NO_TEXTS, type TextRefusal, textRefusalOf } from '../textRefusals.ts'
import type { Draft } from './draft.ts'

/** Saves an own template. `onRefused` is called when the plan includes none, which shows no toast (B§6). */
export function useSavePrivate(template: TemplateItem | null, on: { saved: () => void; refused: () => void }) {
  const t = useTranslations('templates')
  const locale = useLocale()
  const queries = useQueryClient()
  const save = async ({ name, content, icon, color, category }: Draft): Promise<unknown> => {
    const body = { name, content, icon, icon_color: color, ...(category !== '' && { category }) }
    return template
      ? await customTemplates.change({ params: { id: template.id }, body })
      : await customTemplates.create({ body: { ...body, language_os: locale } })
  }
  return useAction(save, {
    success: t('Edit_speaker_dialog_toast_save_success'),
    failure: t('save_failed'),
    calls: [customTemplates.create, customTemplates.change],
    refusals: { tooMany: t('Custom_template_toast_maxlimit'), noPermission: null },
    onSuccess: async () => {
      on.saved()
      await invalidateTemplates(queries)
    },
    onFailure: (error) => isNoPermission(error) && on.refused(),
  })
}

type SubmitCallbacks = { submitted: () => void; refused: () => void; textRefused: (refusal: TextRefusal) => void }

/** Submits a template to the community, or a new version of one. */
export function useSubmitTemplate(template: TemplateItem | null, on: SubmitCallbacks) {
  const t = useTranslations('templates')
  const locale = useLocale()
  const queries = useQueryClient()
  const submit = async ({ draft, email }: { draft: Draft & { category: CategoryId }; email: string }): Promise<unknown> => {
    const body = {
      title: draft.name,
      description: draft.description,
      content: draft.content,
      category: draft.category,
      icon: draft.icon,
      icon_color: draft.color,
      author_email: email,
      language_os: locale,
    }
    if (template?.custom_type === 'community') return await templates.edit({ body: { ...body, template_id: template.id } })
    return await templates.create({ body: { ...body, ...(template && { template_id: template.id }) } })
  }
  return useAction(submit, {
    failure: t('submit_failed'),
    calls: [templates.create, templates.edit],
    refusals: { ...NO_TEXTS, tooMany: t('Custom_template_toast_maxlimit'), noPermission: null },
    onSuccess: async () => {
      on.submitted()
      await invalidateTemplates(queries)
    },
    onFailure: (error) => {
      const refusal = textRefusalOf(error)
      if (refusal) on.textRefused(refusal)
      else if (isNoPermission(error)) on.refused()
    },
  })
}

const isNoPermission = (error: unknown): boolean => error instanceof Refused && error.refusal === 'noPermission'
