import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import type { ExportPreview, Preview } from '../contract.ts'
import { EXPORT_FORMATS, type ExportFormat, isSubtitle } from '../rules.ts'

type PreviewTabsProps = {
  formats: readonly ExportFormat[]
  preview: ExportPreview | undefined
  isCurrent: boolean
}

/** The beginning of each chosen file. Subtitles that are too fast to read are marked and counted. */
export function PreviewTabs({ formats, preview, isCurrent }: PreviewTabsProps) {
  const t = useTranslations('export')
  const [chosen, setChosen] = useState<ExportFormat>()
  const active = chosen && formats.includes(chosen) ? chosen : (formats.find(isSubtitle) ?? formats[0])
  if (!active) return <p className="rounded-md border border-line bg-raised p-4 text-sm text-ink2">{t('choose_format')}</p>
  const tooFast = isSubtitle(active) ? (preview?.cues?.too_fast ?? 0) : 0
  return (
    <Tabs
      label={t('preview')}
      value={active}
      onChange={setChosen}
      tabs={formats.map((format) => ({ value: format, label: labelOf(format, preview?.audio_suffix) }))}
      className="flex min-h-40 flex-1 flex-col overflow-hidden rounded-md border border-line bg-raised"
      listClassName="flex-none px-3.5"
      end={
        tooFast > 0 && (
          <span role="status" className="ml-auto text-right text-sm text-warn sm:whitespace-nowrap">
            {t('too_fast', { count: tooFast })}
          </span>
        )
      }
    >
      <TabPanel value={active} className="min-h-0 flex-1 overflow-auto px-3.5 py-3">
        <PreviewText preview={preview?.previews.find(({ format }) => format === active)} isLoading={!preview || !isCurrent} />
      </TabPanel>
    </Tabs>
  )
}

const labelOf = (format: ExportFormat, audioSuffix = ''): string =>
  format === 'original' ? audioSuffix.toUpperCase() : EXPORT_FORMATS[format].label

function PreviewText({ preview, isLoading }: { preview: Preview | undefined; isLoading: boolean }) {
  const t = useTranslations('export')
  if (!preview && isLoading) return <Skeleton className="h-24" />
  if (!preview?.text) return <p className="text-sm text-ink2">{t('no_preview')}</p>
  return (
    <pre dir="auto" className="font-mono text-xs leading-4.5 break-words whitespace-pre-wrap text-ink">
      {markTooFast(preview)}
      {preview.is_cut && '\n…'}
    </pre>
  )
}

function markTooFast({ text, too_fast }: Preview): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of too_fast) {
    parts.push(text.slice(at, from))
    parts.push(
      <mark key={from} className="bg-warn-soft text-warn">
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...parts, text.slice(at)]
}
