import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import type { TemplateItem } from '../../contract.ts'
import { invalidateTemplates } from '../templateQueries.ts'
import { templateVersions } from '../templatesClient.ts'
import { TEXT_REFUSALS, type TextRefusal } from '../textRefusals.ts'

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
  const queries = useQueryClient()
  const isShared = custom_type === 'community'
  const textRefusals = TEXT_REFUSALS.map((name) => [name, t(`refused_${name}`)] as const)
  return useAction(async (version: number): Promise<unknown> => templateVersions.restore({ params: { id, version } }), {
    success: isShared ? t('version_resubmitted') : t('version_restored'),
    failure: t('version_restore_failed'),
    calls: [templateVersions.restore],
    refusals: {
      ...(Object.fromEntries(textRefusals) as Record<TextRefusal, string>),
      noPermission: { warning: isShared ? t('community_not_included') : t('no_custom_right') },
      // Another tab or device has restored it; the list shows that.
      isCurrent: null,
    },
    onSettled: () => invalidateTemplates(queries),
  })
}
