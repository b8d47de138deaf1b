import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { useServerFacts } from '#features/site/web.tsx'
import { decoded } from '#kit/decoded.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { languageTag, localeOfTag } from '#ui/locales.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useLocale, useWords } from '#ui/words.ts'
import { ChangeConsent } from './ChangeConsent.tsx'
import { DocumentContents } from './DocumentContents.tsx'
import type { DocumentName } from './documents.ts'
import { DocumentSkeleton } from './DocumentSkeleton.tsx'
import { DocumentText } from './DocumentText.tsx'
import type { Filled } from './DocumentText.tsx'
import type { DocumentTree } from './documentTree.ts'
import { loadDocument } from './loadDocument.ts'
import { usePolicyVersion } from './usePolicyVersion.ts'

/** A page of text in the reader's language: policies, help, documentation (A§2). */
export function DocumentPage({ name }: { name: DocumentName }) {
  const t = useWords('pages')
  const locale = useLocale()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['document', name, locale],
    queryFn: () => loadDocument(name, locale),
    staleTime: Number.POSITIVE_INFINITY,
    // The text in the language before stays until the next one is there.
    placeholderData: keepPreviousData,
  })
  usePageTitle(data?.title ?? '')
  if (data) return <Document name={name} document={data} />
  if (data === null) return <EmptyState icon={<FileText aria-hidden />}>{t('document_missing')}</EmptyState>
  if (error) {
    return <ErrorState error={error} title={t('document_failed')} retrying={isFetching} onRetry={() => void refetch()} />
  }
  return <DocumentSkeleton />
}

function Document({ name, document }: { name: DocumentName; document: DocumentTree }) {
  const filled = useFilled()
  const version = usePolicyVersion(name)
  useScrollToPart(document)
  return (
    <article
      lang={languageTag(localeOfTag(document.locale))}
      className="mx-auto w-full max-w-read px-4 pt-8 pb-16 text-read sm:px-6"
    >
      <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">{document.title}</h1>
      {version && <p className="mt-2 text-sm text-ink2">{version}</p>}
      <DocumentContents pieces={document.pieces} />
      <DocumentText pieces={document.pieces} filled={filled} />
      {name === 'cookie-policy' && <ChangeConsent />}
    </article>
  )
}

/** What stands for the placeholders: what the operator says of himself, else neutral words. */
function useFilled(): Filled {
  const t = useWords('pages')
  const operator = useServerFacts()?.operator
  return {
    operator: operator?.name ?? t('operator_unnamed'),
    contact: operator?.contact ?? t('contact_unnamed'),
    address: operator?.address ?? t('address_unnamed'),
    origin: location.origin,
  }
}

/** The part an address names is there only once the text is; the browser has looked for it before. */
function useScrollToPart(shown: DocumentTree): void {
  useEffect(() => {
    const part = decoded(location.hash.slice(1))
    if (part) document.getElementById(part)?.scrollIntoView()
  }, [shown])
}
