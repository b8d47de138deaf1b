import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useTemplatesToast } from '#ui/toast/useToast.ts'
import type { TemplateDetail, TemplateStatus } from '../../contract.ts'
import { invalidateTemplates } from '../templateQueries.ts'
import { reviews } from '../templatesClient.ts'

/** Returns the templates of a status; those that wait for review without one. */
export function useReviewList(status: TemplateStatus | undefined) {
  const query = { status }
  return useQuery({
    queryKey: reviews.list.key({ query }),
    queryFn: ({ signal }) => reviews.list({ query }, { signal }),
    select: ({ data }) => data,
  })
}

/** Publishes the version that was read, or rejects it with a comment. */
export type Review = { readonly template: TemplateDetail; readonly comment?: string }

export const reviewedVersion = ({ waiting_version, version }: TemplateDetail): number => waiting_version?.version ?? version

export function useReview() {
  const t = useTranslations('templates')
  const toast = useTemplatesToast()
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return useMutation({
    mutationFn: async ({ template, comment }: Review): Promise<unknown> => {
      const body = { template_id: template.id, version: reviewedVersion(template) }
      return comment === undefined ? await reviews.publish({ body }) : await reviews.reject({ body: { ...body, comment } })
    },
    onSuccess: (_, { comment }) => void toast.show(comment === undefined ? t('review_published') : t('review_rejected')),
    onError: (error) => {
      const isOutdated = isRefused(error, reviews.publish, 'cannotReview') || isRefused(error, reviews.reject, 'cannotReview')
      if (isOutdated) toast.warn(t('review_outdated'))
      else showFailure(t('review_failed'), error)
    },
    onSettled: () => invalidateTemplates(queries),
  })
}

/** Returns the accounts that review beside the operator. */
export const useReviewers = () =>
  useQuery({
    queryKey: reviews.reviewers.key({}),
    queryFn: ({ signal }) => reviews.reviewers({}, { signal }),
    select: ({ data }) => data,
  })

export function useChangeReviewers() {
  const t = useTranslations('templates')
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return useMutation({
    mutationFn: async (change: { email: string } | { id: string }): Promise<unknown> =>
      'email' in change
        ? await reviews.addReviewer({ body: { email: change.email } })
        : await reviews.removeReviewer({ params: { id: change.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: reviews.reviewers.key() })
    },
    onError: (error) => {
      // The form says this itself.
      if (!isRefused(error, reviews.addReviewer, 'noAccount')) showFailure(t('reviewers_failed'), error)
    },
  })
}
