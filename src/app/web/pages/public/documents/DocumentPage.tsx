import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { documents } from 'virtual:documents'
import { useServerSettings } from '#features/site/web.tsx'
import { decodeUriSafely } from '#shared/decodeUriSafely.ts'
import { Button } from '#ui/button/Button.tsx'
import { reopenConsentQuestion, useConsent } from '#browser/monitoring/consent.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { languageTag, localeOfTag } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { DocumentContents } from './DocumentContents.tsx'
import type { DocumentName } from './documents.ts'
import { DocumentSkeleton } from './DocumentSkeleton.tsx'
import { DocumentText } from './DocumentText.tsx'
import type { PlaceholderValues } from './DocumentText.tsx'
import type { DocumentTree } from './documentTree.ts'
import { usePolicyVersion } from './usePolicyVersion.ts'

/** A document in the language of the page: policies, help, documentation (A§2). */
export function DocumentPage({ name }: { name: DocumentName }) {
  const t = useTranslations('pages')
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
  useScrollToSection(document)
  return (
    <article
      lang={languageTag(localeOfTag(document.locale))}
      className="mx-auto w-full max-w-read px-4 pt-8 pb-16 text-read sm:px-6"
    >
      <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">{document.title}</h1>
      {version && <p className="mt-2 text-sm text-ink2">{version}</p>}
      <DocumentContents pieces={document.pieces} />
      <DocumentText pieces={document.pieces} values={values} />
      {name === 'cookie-policy' && <ChangeConsent />}
    </article>
  )
}

/** Returns the values of the placeholders: the data of the operator, or neutral text. */
function usePlaceholderValues(): PlaceholderValues {
  const t = useTranslations('pages')
  const operator = useServerSettings()?.operator
  return {
    operator: operator?.name ?? t('operator_unnamed'),
    contact: operator?.contact ?? t('contact_unnamed'),
    address: operator?.address ?? t('address_unnamed'),
    origin: location.origin,
  }
}

/** Scrolls to the section in the hash, which the browser could not find before the text was rendered. */
function useScrollToSection(tree: DocumentTree): void {
  useEffect(() => {
    const sectionId = decodeUriSafely(location.hash.slice(1))
    if (sectionId) document.getElementById(sectionId)?.scrollIntoView()
  }, [tree])
}

/** Shows the current consent at the end of the cookie policy, with a button to change it. */
function ChangeConsent() {
  const t = useTranslations('pages')
  const server = useServerSettings()
  const isStatisticsAllowed = useConsent()
  if (!server) return null
  return (
    <div className="mt-10 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised p-4 text-base print:hidden">
      <p className="min-w-0 flex-1 basis-64">
        {t(!server.telemetry ? 'cookies_nothing_counted' : isStatisticsAllowed ? 'cookies_now_allowed' : 'cookies_now_necessary')}
      </p>
      {server.telemetry && <Button onClick={reopenConsentQuestion}>{t('cookies_change')}</Button>}
    </div>
  )
}

/** Loads a document in a language, or in English when there is no translation; null when the document does not exist. */
async function loadDocument(name: DocumentName, locale: Locale): Promise<DocumentTree | null> {
  return (await documents[name][locale]?.())?.default ?? null
}
