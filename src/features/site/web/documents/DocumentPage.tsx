import { useLocation } from '@tanstack/react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { documents } from 'virtual:documents'
import { useServerSettings } from '../useServerSettings.ts'
import { Button } from '#ui/button/Button.tsx'
import { reopenConsentQuestion, useConsent } from '#browser/monitoring/consent.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { languageTag, localeOfTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import type { DocumentName, DocumentTree, DocumentNode } from '../../rules.ts'
import { DocumentText } from './DocumentText.tsx'
import type { PlaceholderValues } from './DocumentText.tsx'
import { linesOfRegion } from './linesOfRegion.ts'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'

/** A document in the language of the page: policies, help, documentation (A§2). */
export function DocumentPage({ name }: { name: DocumentName }) {
  const t = useTranslations('site')
  const locale = useLocale()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['document', name, locale],
    queryFn: () => loadDocument(name, locale),
    staleTime: Number.POSITIVE_INFINITY,
    // The text in the previous language stays until the new one is loaded.
    placeholderData: keepPreviousData,
  })
  usePageTitle(data?.title ?? '')
  if (data) return <DocumentArticle name={name} document={data} />
  if (data === null) return <EmptyState icon={<FileText aria-hidden />}>{t('document_missing')}</EmptyState>
  if (error) {
    return <ErrorState error={error} title={t('document_failed')} retrying={isFetching} onRetry={() => void refetch()} />
  }
  return <DocumentSkeleton />
}

function DocumentArticle({ name, document }: { name: DocumentName; document: DocumentTree }) {
  const values = usePlaceholderValues()
  const version = usePolicyVersion(name)
  const region = useServerSettings()?.region
  const pieces = useMemo(() => linesOfRegion(document.pieces, region), [document, region])
  useScrollToSection(pieces)
  return (
    <article
      lang={languageTag(localeOfTag(document.locale))}
      className="mx-auto w-full max-w-read px-4 pt-8 pb-16 text-read sm:px-6"
    >
      <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">{document.title}</h1>
      {version && <p className="mt-2 text-sm text-ink2">{version}</p>}
      <DocumentContents pieces={pieces} />
      <DocumentText pieces={pieces} values={values} />
      {name === 'cookie-policy' && <ChangeConsent />}
    </article>
  )
}

/** Returns the values of the placeholders: the data of the operator, or neutral text. */
function usePlaceholderValues(): PlaceholderValues {
  const t = useTranslations('site')
  const server = useServerSettings()
  const operator = server?.operator
  const host = server?.speech_server ?? null
  return {
    operator: operator?.name ?? t('operator_unnamed'),
    contact: operator?.contact ?? t('contact_unnamed'),
    address: operator?.address ?? t('address_unnamed'),
    origin: location.origin,
    speech: host === null ? t('speech_here') : t('speech_elsewhere', { host }),
  }
}

/** Scrolls to the section in the hash, which the browser could not find before the text was rendered. */
function useScrollToSection(pieces: readonly DocumentNode[]): void {
  const sectionId = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (sectionId) document.getElementById(sectionId)?.scrollIntoView()
  }, [pieces, sectionId])
}

/** Shows the current consent at the end of the cookie policy, with a button to change it. */
function ChangeConsent() {
  const t = useTranslations('site')
  const server = useServerSettings()
  const isStatisticsAllowed = useConsent()
  if (!server) return null
  return (
    <div className="mt-10 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised p-4 text-base print:hidden">
      <p className="min-w-0 flex-1 basis-64">
        {t(!server.telemetry ? 'cookies_no_analytics' : isStatisticsAllowed ? 'cookies_now_allowed' : 'cookies_now_necessary')}
      </p>
      {server.telemetry && <Button onClick={reopenConsentQuestion}>{t('cookies_change')}</Button>}
    </div>
  )
}

/** Loads a document in a language, or in English when there is no translation; null when the document does not exist. */
async function loadDocument(name: DocumentName, locale: Locale): Promise<DocumentTree | null> {
  return (await documents[name][locale]?.())?.default ?? null
}

/** Documents with fewer sections have no table of contents. */
const MIN_SECTIONS = 5

/** The table of contents of a long document. */
function DocumentContents({ pieces }: { pieces: readonly DocumentNode[] }) {
  const t = useTranslations('site')
  const sections = pieces.flatMap((piece) =>
    typeof piece !== 'string' && piece.tag === 'h2' && piece.id ? [{ id: piece.id, title: getText(piece) }] : [],
  )
  if (sections.length < MIN_SECTIONS) return null
  return (
    <nav aria-label={t('document_contents')} className="mt-6 border-y border-line py-4 text-md print:hidden">
      <p className="mb-1 text-sm font-[560] text-ink2">{t('document_contents')}</p>
      <ul className="sm:columns-2 sm:gap-8">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="block rounded-sm py-1 text-accent underline-offset-2 hover:underline pointer-coarse:py-2.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const getText = (piece: DocumentNode): string =>
  typeof piece === 'string' ? piece : (piece.children ?? []).map(getText).join('')

const LINE_WIDTHS = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-10/12', 'w-full', 'w-3/5']

/** The skeleton of a document, as high as the window, so that the footer does not visibly move when the text is loaded. */
function DocumentSkeleton() {
  return (
    <SkeletonGroup className="mx-auto min-h-dvh w-full max-w-read px-4 pt-8 pb-16 sm:px-6">
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3 h-4 w-2/5" />
      <div className="mt-8 grid gap-3.5">
        {LINE_WIDTHS.map((width, index) => (
          <Skeleton key={index} className={`h-3.5 ${width}`} />
        ))}
      </div>
    </SkeletonGroup>
  )
}

const POLICIES: readonly DocumentName[] = ['privacy', 'user-agreement', 'cookie-policy']

/**
 * Returns the formatted version of a policy, which users agree to (PRIVACY_VERSION): a month, a day, or any text of the operator.
 * Undefined for other documents and until the server has answered.
 */
function usePolicyVersion(name: DocumentName): string | undefined {
  const t = useTranslations('site')
  const locale = useLocale()
  const version = useServerSettings()?.privacy_version
  if (!version || !POLICIES.includes(name)) return undefined
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(version) ?? []
  const timestamp = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))
  const dateOptions: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'long',
    ...(day && { day: 'numeric' }),
    timeZone: 'UTC',
  }
  const date = Number.isNaN(timestamp) ? version : new Intl.DateTimeFormat(languageTag(locale), dateOptions).format(timestamp)
  return t('policy_version', { date })
}
