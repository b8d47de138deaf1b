import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
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
  const queries = useQueryClient()
  const review = async ({ template, comment }: Review): Promise<unknown> => {
    const body = { template_id: template.id, version: reviewedVersion(template) }
    return comment === undefined ? await reviews.publish({ body }) : await reviews.reject({ body: { ...body, comment } })
  }
  return useAction(review, {
    success: (_, { comment }) => (comment === undefined ? t('review_published') : t('review_rejected')),
    failure: t('review_failed'),
    calls: [reviews.publish, reviews.reject],
    refusals: { notReviewer: undefined, cannotReview: { warning: t('review_outdated') } },
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

/** Adds and removes such accounts. The form shows that there is no account. */
export function useChangeReviewers() {
  const t = useTranslations('templates')
  const queries = useQueryClient()
  const change = async (input: { email: string } | { id: string }): Promise<unknown> =>
    'email' in input
      ? await reviews.addReviewer({ body: { email: input.email } })
      : await reviews.removeReviewer({ params: { id: input.id } })
  return useAction(change, {
    failure: t('reviewers_failed'),
    calls: [reviews.addReviewer],
    refusals: { notOperator: undefined, noAccount: null },
    onSuccess: () => queries.invalidateQueries({ queryKey: reviews.reviewers.key() }),
  })
}
