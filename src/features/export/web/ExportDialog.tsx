import { Download } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isRefused } from '#shared/client.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { EXPORT_FORMATS, type ExportFormat, isSubtitle } from '../rules.ts'
import type { ExportPreview } from '../contract.ts'
import { exportApi } from './exportClient.ts'
import { type ExportChoices, readExportChoices } from './exportChoices.ts'
import { FormatTiles } from './FormatTiles.tsx'
import { OptionsPanel } from './OptionsPanel.tsx'
import { PreviewTabs } from './PreviewTabs.tsx'
import { useDownloadExport } from './useDownloadExport.ts'
import { useExportPreview } from './useExportPreview.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** Saves recordings as files. */
    export: { fileIds: readonly string[] }
  }
}

/** The formats of an export, what is in the files, and how they begin. */
export function ExportDialog({ open, onClose, fileIds }: DialogProps<'export'>) {
  const t = useTranslations('export')
  const [choices, setChoices] = useState<ExportChoices>(readExportChoices)
  const [previewedId, setPreviewedId] = useState<string>()
  const shownId = previewedId !== undefined && fileIds.includes(previewedId) ? previewedId : fileIds[0]
  const preview = useExportPreview(fileIds, shownId, { choices, isOpen: open })
  const { received, start, cancel } = useDownloadExport(onClose)
  const formats = withFiles(choices.formats, preview.data)
  const bytes = preview.data?.bytes ?? 0
  const close = () => {
    cancel()
    onClose()
  }
  const submit = () => {
    if (formats.length > 0 && received === undefined) void start({ fileIds, formats, choices, expectedBytes: bytes })
  }
  const changeOptions = (change: Partial<ExportChoices['options']>) =>
    setChoices(({ options, ...rest }) => ({ ...rest, options: { ...options, ...change } }))
  return (
    <Dialog
      open={open}
      onClose={close}
      size="editor"
      title={t('title')}
      titleEnd={<Subject fileIds={fileIds} />}
      onSubmit={submit}
      footer={
        <Footer
          preview={preview.data}
          fileCount={fileIds.length}
          formats={formats}
          received={received}
          onCancel={received === undefined ? close : cancel}
        />
      }
    >
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <div className="min-w-0 flex-none overflow-y-auto px-7 py-6 max-lg:overflow-visible max-sm:px-4 lg:w-166">
          <FormatTiles
            chosen={choices.formats}
            onChange={(next) => setChoices((before) => ({ ...before, formats: next }))}
            available={preview.data?.formats}
            audioSuffix={preview.data?.audio_suffix ?? ''}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3.5 overflow-y-auto border-line bg-surface px-6 py-5 max-lg:flex-none max-lg:overflow-visible max-lg:border-t max-sm:px-4 lg:border-l">
          <OptionsPanel
            options={choices.options}
            onChange={changeOptions}
            language={preview.data?.spoken_language ?? ''}
            hasSubtitles={choices.formats.some(isSubtitle)}
          />
          {preview.error && !preview.data ? (
            <ErrorState error={preview.error} onRetry={() => void preview.refetch()}>
              {isRefused(preview.error, exportApi.preview, 'tooLarge') ? t('preview_too_long') : undefined}
            </ErrorState>
          ) : (
            <>
              {fileIds.length > 1 && shownId !== undefined && (
                <PreviewChoice fileIds={fileIds} shownId={shownId} onChange={setPreviewedId} />
              )}
              <PreviewTabs formats={formats} preview={preview.data} isCurrent={preview.isCurrent} />
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type PreviewChoiceProps = { fileIds: readonly string[]; shownId: string; onChange: (id: string) => void }

/** Chooses the recording that the preview shows. */
function PreviewChoice({ fileIds, shownId, onChange }: PreviewChoiceProps) {
  const t = useTranslations('export')
  const id = useId()
  const { data = [] } = useLibrary()
  const options = useMemo(() => {
    const titles = new Map(data.map((file) => [file.id, file.filename]))
    return fileIds.map((value) => ({ value, label: titles.get(value) ?? '…' }))
  }, [data, fileIds])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-md">
        {t('preview_of')}
      </label>
      <NativeSelect id={id} options={options} value={shownId} onChange={onChange} className="max-w-72" />
    </div>
  )
}

/** Until it is known what the recordings have, they may have everything. */
const withFiles = (formats: readonly ExportFormat[], preview: ExportPreview | undefined): readonly ExportFormat[] =>
  formats.filter((format) => (preview?.formats.find((entry) => entry.format === format)?.reason ?? null) === null)

/** The title and length of one recording, or how many there are. */
function Subject({ fileIds }: { fileIds: readonly string[] }) {
  const t = useTranslations('export')
  const { data = [] } = useLibrary()
  const [first] = fileIds
  const file = data.find(({ id }) => id === first)
  const text =
    fileIds.length === 1
      ? file && `${file.filename} · ${formatTimestamp(file.duration)}`
      : t('recordings', { count: fileIds.length })
  return text ? (
    <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-ink2">
      {text}
    </span>
  ) : null
}

type FooterProps = {
  preview: ExportPreview | undefined
  fileCount: number
  formats: readonly ExportFormat[]
  received: number | undefined
  onCancel: () => void
}

function Footer({ preview, fileCount, formats, received, onCancel }: FooterProps) {
  const t = useTranslations('export')
  const tUi = useTranslations('ui')
  const { bytes } = useFormat()
  const label = useActionLabel(fileCount, formats)
  const isRunning = received !== undefined
  const status = isRunning
    ? received === 0
      ? t('preparing')
      : t('received', { size: bytes(received) })
    : preview && formats.length > 0
      ? t('about', { size: bytes(preview.bytes), name: preview.filename })
      : ''
  return (
    <>
      <span role="status" dir="auto" className="tabular mr-auto min-w-0 truncate text-sm text-ink2 max-sm:basis-full">
        {status}
      </span>
      <Button variant="quiet" onClick={onCancel}>
        {tUi('cancel')}
      </Button>
      <Button
        type="submit"
        variant="main"
        icon={<Download aria-hidden />}
        busy={isRunning}
        disabledReason={formats.length === 0 && t('choose_format')}
      >
        {label}
      </Button>
    </>
  )
}

/** Names what the button does: "Export DOCX", "Export 3 formats as zip". */
function useActionLabel(fileCount: number, formats: readonly ExportFormat[]): string {
  const t = useTranslations('export')
  const [format] = formats
  if (!format) return t('title')
  if (fileCount > 1 && formats.length > 1) return t('export_many_formats', { formats: formats.length, count: fileCount })
  if (fileCount > 1) return t('export_recordings', { count: fileCount })
  if (formats.length > 1) return t('export_formats', { count: formats.length })
  return format === 'original' ? t('export_original') : t('export_one', { format: EXPORT_FORMATS[format].label })
}
