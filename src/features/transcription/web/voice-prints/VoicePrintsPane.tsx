import { Link } from '@tanstack/react-router'
import { AudioLines, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import { toTimeHash } from '#shared/timeLink.ts'
import { languageTag } from '#shared/locales.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { CopySection } from './copy/CopySection.tsx'
import { useVoicePrints } from './useVoicePrints.ts'
import type { VoicePrint } from './voicePrintStore.ts'

/** The voice prints of this browser: whose they are, and which recordings they are from. Each can be deleted. */
export function VoicePrintsPane() {
  const t = useTranslations('voice-prints')
  const { prints, error, reload, remove } = useVoicePrints()
  const [isConfirming, setConfirming] = useState(false)
  const names = useSortedNames(prints ?? [])
  if (!prints) return error ? <ErrorState error={error} onRetry={reload} /> : <SkeletonRows rows={3} />
  return (
    <>
      <p className="pb-4 text-sm text-pretty text-ink2">{t('voice_prints_hint')}</p>
      {names.length === 0 && <EmptyState icon={<AudioLines aria-hidden />}>{t('voice_prints_none')}</EmptyState>}
      {names.map(([name, samples]) => (
        <SpeakerSamples key={name} name={name} samples={samples} remove={remove} />
      ))}
      {names.length > 0 && (
        <Button className="mt-1" onClick={() => setConfirming(true)}>
          {t('voice_prints_delete_all')}
        </Button>
      )}
      <CopySection prints={prints} />
      <ConfirmDialog
        danger
        open={isConfirming}
        title={t('voice_prints_delete_title')}
        confirmLabel={t('voice_prints_delete_all')}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          void remove(prints, t('voice_prints_deleted'))
        }}
      >
        {t('voice_prints_delete_text')}
      </ConfirmDialog>
    </>
  )
}

type Remove = ReturnType<typeof useVoicePrints>['remove']

function SpeakerSamples({ name, samples, remove }: { name: string; samples: readonly VoicePrint[]; remove: Remove }) {
  const t = useTranslations('voice-prints')
  return (
    <section aria-label={name} className="mb-4 rounded-lg border border-line">
      <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
        <h4 className="min-w-0 flex-1 truncate text-base font-[600] text-ink">
          <bdi>{name}</bdi>
        </h4>
        <span className="flex-none text-sm text-ink2">{t('voice_print_samples', { count: samples.length })}</span>
        <Button
          size="sm"
          aria-label={t('voice_print_delete_of', { name })}
          onClick={() => void remove(samples, t('voice_print_off', { name }))}
        >
          {t('voice_print_delete')}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {samples.map((sample) => (
          <SampleRow key={sample.id} sample={sample} onRemove={() => void remove([sample], t('voice_print_sample_deleted'))} />
        ))}
      </ul>
    </section>
  )
}

function SampleRow({ sample, onRemove }: { sample: VoicePrint; onRemove: () => void }) {
  const t = useTranslations('voice-prints')
  const { date } = useFormat()
  const { data: library } = useLibrary()
  const file = library?.find(({ id }) => id === sample.fileId)
  const time = formatTimestamp(sample.startTime)
  return (
    <li className="flex items-center gap-3 py-1 pr-2 pl-4">
      <span className="min-w-0 flex-1">
        {file ? (
          <Link
            to="/file/$id"
            params={{ id: file.id }}
            hash={toTimeHash(sample.startTime)}
            title={t('voice_print_listen', { time })}
            className={`${TEXT_LINK_CLASS} max-w-full`}
          >
            <bdi className="truncate text-md">{file.filename}</bdi>
          </Link>
        ) : (
          <span className="text-md text-ink3">{library ? t('voice_print_no_recording') : '…'}</span>
        )}
      </span>
      <span className="tabular flex-none text-sm text-ink2">{date(sample.updateTime)}</span>
      <IconButton
        size="sm"
        label={t('voice_print_sample_delete', { title: file?.filename ?? t('voice_print_no_recording') })}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      />
    </li>
  )
}

/** Returns the voice prints by name, names in the order of the language, the latest sample first. */
function useSortedNames(prints: readonly VoicePrint[]): [name: string, samples: VoicePrint[]][] {
  const { compare } = new Intl.Collator(languageTag(useLocale()))
  const byName = Map.groupBy(
    prints.toSorted((a, b) => b.updateTime - a.updateTime),
    ({ customName }) => customName,
  )
  return [...byName].toSorted(([a], [b]) => compare(a, b))
}
