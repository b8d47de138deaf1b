import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { TemplateDetail, TemplateItem } from '../../contract.ts'
import { StatusChip } from '../card/StatusChip.tsx'
import { shownSections, shownTexts, templateLanguageName } from '../card/templateTexts.ts'
import { useTries } from '../picker/useTries.ts'
import type { RunTemplateAction, TemplateLanguages } from '../pageState.ts'
import { useTemplateDetail } from '../templateQueries.ts'
import { InstructionsText } from '../tokens/InstructionsText.tsx'
import { DetailsMenu } from './DetailsMenu.tsx'

type TemplateDetailsProps = { template: TemplateItem; languages: TemplateLanguages }

/** What a template produces, and where it comes from. */
export function TemplateDetails({ template, languages }: TemplateDetailsProps) {
  const t = useTranslations('templates')
  const detail = useTemplateDetail(template.id, languages)
  const shown = detail.data ?? template
  const tries = useTries({ enabled: shown.is_locked === 1 })
  const { description } = shownTexts(shown)
  return (
    <div className="grid grid-cols-1 gap-3.5">
      {description !== '' && <p className="text-md wrap-anywhere">{description}</p>}
      <Facts template={shown} tries={tries} />
      {detail.data?.origin?.has_newer && <p className="text-sm text-ink2">{t('origin_newer')}</p>}
      {shown.is_mine && <ReviewState template={shown} />}
      {shown.translation === 'pending' && (
        <p role="status" className="text-sm text-ink2">
          {t('translating')}
        </p>
      )}
      {detail.isError ? (
        <ErrorState
          className="py-4"
          title={t('load_failed')}
          error={detail.error}
          onRetry={() => void detail.refetch()}
          retrying={detail.isFetching}
        />
      ) : (
        <Produces detail={detail.data} />
      )}
    </div>
  )
}

type DetailsActionsProps = TemplateDetailsProps & { onAction: RunTemplateAction }

/** What can be done with a template. */
export function DetailsActions({ template, languages, onAction }: DetailsActionsProps) {
  const t = useTranslations('templates')
  const shown = useTemplateDetail(template.id, languages).data ?? template
  const isLocked = shown.is_locked === 1
  const tries = useTries({ enabled: isLocked })
  return (
    <>
      <span className="mr-auto text-sm text-ink2 max-sm:w-full">{t('try_no_minutes')}</span>
      <DetailsMenu template={shown} onAction={onAction} />
      <Button onClick={() => onAction('try', shown)}>{t('try_on_recording')}</Button>
      <Button variant="main" disabledReason={isLocked && tries === 0 && t('not_in_plan')} onClick={() => onAction('use', shown)}>
        {t('use')}
      </Button>
    </>
  )
}

function Facts({ template, tries }: { template: TemplateItem; tries: number | undefined }) {
  const t = useTranslations('templates')
  const locale = useLocale()
  const { number } = useFormat()
  const { tabName } = shownTexts(template)
  return (
    <ul className="flex flex-wrap gap-1.5">
      {[
        template.usage_count > 0 && t('used', { count: template.usage_count, n: number(template.usage_count) }),
        templateLanguageName(template.language, locale),
        tabName !== '' && t('opens_as_tab', { tab: tabName }),
        template.is_locked === 1 && (tries ? t('tries_left', { count: tries }) : t('locked')),
      ]
        .filter((fact) => fact !== false)
        .map((fact) => (
          <li key={fact} className="flex min-w-0">
            <Chip>{fact}</Chip>
          </li>
        ))}
    </ul>
  )
}

/** The status of an own submission, and what the reviewer wrote. */
function ReviewState({ template: { status, comment } }: { template: TemplateItem }) {
  const t = useTranslations('templates')
  if (status === '') return null
  return (
    <div className="grid grid-cols-1 gap-1.5 rounded-md border border-line px-3.5 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink2">
        <StatusChip status={status} />
        {t(`status_${status}_hint`)}
      </p>
      {comment !== '' && (
        <p className="text-md whitespace-pre-wrap wrap-anywhere">
          <span className="font-[560]">{t('reviewer_wrote')}</span> {comment}
        </p>
      )}
    </div>
  )
}

function Produces({ detail }: { detail: TemplateDetail | undefined }) {
  const t = useTranslations('templates')
  const sections = detail && shownSections(detail)
  if (!sections)
    return (
      <SkeletonGroup className="grid gap-3 rounded-[10px] bg-sunken p-4">
        {['w-4/5', 'w-3/5', 'w-2/3', 'w-3/4'].map((width) => (
          <Skeleton key={width} className={classes('h-4', width)} />
        ))}
      </SkeletonGroup>
    )
  if (sections.length === 0)
    return (
      <p className="text-sm whitespace-pre-wrap text-ink2">
        <InstructionsText text={detail.content} />
      </p>
    )
  return (
    <section aria-label={t('produces')}>
      <h3 className="pb-2 text-sm font-[550] text-ink3">{t('produces')}</h3>
      <dl className="rounded-[10px] bg-sunken px-3.5 py-1.5">
        {sections.map(({ heading, instruction }, index) => (
          <div
            key={`${index} ${heading}`}
            className="grid grid-cols-[8.25rem_minmax(0,1fr)] gap-x-2 border-t border-line py-2 text-sm first:border-0 max-sm:grid-cols-1"
          >
            <dt className="font-[580] wrap-anywhere text-ink">{heading}</dt>
            <dd className="line-clamp-3 wrap-anywhere text-ink2">
              <InstructionsText text={instruction} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
