import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useTemplatesToast } from '#ui/toast/useToast.ts'
import type { TemplateItem } from '../../contract.ts'
import { invalidateTemplates } from '../templateQueries.ts'
import { templateVersions } from '../templatesClient.ts'
import { textRefusalOf } from '../textRefusals.ts'

/** Returns the texts that an own template has and had, newest first. */
export function useVersions(id: string, { enabled }: { enabled: boolean }) {
  const input = { params: { id } }
  return useQuery({
    queryKey: templateVersions.list.key(input),
    queryFn: ({ signal }) => templateVersions.list(input, { signal }),
    select: ({ data }) => data,
    enabled,
  })
}

/** Makes an earlier version the new one. */
export function useRestoreVersion({ id, custom_type }: TemplateItem) {
  const t = useTranslations('templates')
  const toast = useTemplatesToast()
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  const isShared = custom_type === 'community'
  return useMutation({
    mutationFn: async (version: number): Promise<unknown> => await templateVersions.restore({ params: { id, version } }),
    onSuccess: () => void toast.show(isShared ? t('version_resubmitted') : t('version_restored')),
    onError: (error) => {
      const textRefusal = textRefusalOf(error)
      if (textRefusal) toast.error(t(`refused_${textRefusal}`))
      else if (isRefused(error, templateVersions.restore, 'noPermission'))
        toast.warn(isShared ? t('community_not_included') : t('no_custom_right'))
      // Another tab or device has restored it; the list shows that.
      else if (!isRefused(error, templateVersions.restore, 'isCurrent')) showFailure(t('version_restore_failed'), error)
    },
    onSettled: () => invalidateTemplates(queries),
  })
}
