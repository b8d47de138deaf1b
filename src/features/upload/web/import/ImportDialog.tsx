import { useEffect, useEffectEvent, useRef } from 'react'
import { FileArchive, FolderOpen } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { type DialogProps, openDialog } from '#ui/dialog/openDialog.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useDropTarget } from '../dialog/DropZone.tsx'
import { canChooseFolders } from '../dialog/useFileChooser.tsx'
import { uploads as appUploads, type Uploads } from '../queue/Uploads.ts'
import type { DroppedFiles } from '../selection/newUploads.ts'
import { ImportList } from './ImportList.tsx'
import { MAX_ENTRIES, type SourceFailure } from './importSource.ts'
import { type Chosen, type ImportState, readDropped, useImport, withArchives } from './useImport.ts'

type Props = DialogProps<'importRecordings'> & { uploads?: Uploads }

/** Imports what another service or another Earshot account has exported. It ends in the upload dialog, which shows the progress. */
export function ImportDialog({ open, onClose, dropped, folderId = null, uploads = appUploads }: Props) {
  const t = useTranslations('import')
  const ui = useTranslations('ui')
  const toast = useToast()
  const onImported = (failed: readonly string[]) => {
    onClose()
    openDialog('upload')
    if (failed.length > 0) toast.error(t('failed', { count: failed.length, names: failed.join(', ') }))
  }
  const { state, read, start, choose, cancel } = useImport({ uploads, folderId, onImported })
  const readGiven = useEffectEvent((files: DroppedFiles) => void read(readDropped(files)))
  useEffect(() => {
    if (open && dropped) readGiven(dropped)
  }, [open, dropped])
  useEvent('window', 'beforeunload', (event) => {
    if (state.step === 'importing') event.preventDefault()
  })
  const count = state.step === 'list' ? state.chosen.size : 0
  const close = () => {
    // What was added before goes on.
    if (state.step === 'importing') openDialog('upload')
    cancel()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="medium"
      title={t('title')}
      description={t('intro')}
      footer={
        <>
          <Button variant="quiet" onClick={state.step === 'list' ? cancel : close}>
            {state.step === 'list' ? t('choose_other') : state.step === 'importing' ? t('stop') : ui('cancel')}
          </Button>
          {state.step === 'list' && (
            <Button variant="main" disabledReason={count === 0 && t('choose_some')} onClick={start}>
              {t('import', { count })}
            </Button>
          )}
        </>
      }
    >
      <div className="sm:h-[min(30rem,calc(100dvh-15rem))]">
        {state.step === 'choose' && <ChooseExport failure={state.failure} onChosen={(chosen) => void read(chosen)} />}
        {state.step === 'list' && <ImportList {...state} onChoose={choose} />}
        {(state.step === 'reading' || state.step === 'importing') && <ImportProgress {...state} />}
      </div>
    </Dialog>
  )
}

type ChooseProps = {
  failure: Extract<ImportState, { step: 'choose' }>['failure']
  onChosen: (chosen: Promise<Chosen>) => void
}

function ChooseExport({ failure, onChosen }: ChooseProps) {
  const t = useTranslations('import')
  const archives = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const { isOver, ...dropTarget } = useDropTarget((dropped) => onChosen(readDropped(dropped)))
  const readField = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    // Allows choosing the same again.
    input.value = ''
    if (files.length > 0) onChosen(Promise.resolve(withArchives(files)))
  }
  return (
    <div className="flex h-full flex-col">
      <div
        {...dropTarget}
        data-drop-zone=""
        className={classes(
          'grid content-center justify-items-center gap-3 rounded-lg border border-dashed px-6 py-9 text-center transition-colors sm:flex-1',
          isOver ? 'border-accent bg-accent-soft' : 'border-edge bg-surface',
        )}
      >
        <FileArchive aria-hidden className="size-5 text-accent" />
        <p className="font-[600] pointer-coarse:hidden">{t('drop')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="main" onClick={() => archives.current?.click()}>
            {t('choose_archive')}
          </Button>
          {canChooseFolders() && (
            <Button variant="quiet" icon={<FolderOpen aria-hidden />} onClick={() => folder.current?.click()}>
              {t('choose_folder')}
            </Button>
          )}
        </div>
        <input
          ref={archives}
          hidden
          type="file"
          multiple
          accept=".zip,application/zip"
          aria-label={t('choose_archive')}
          onChange={({ target }) => readField(target)}
        />
        <input
          ref={(input) => {
            folder.current = input
            if (input) input.webkitdirectory = true
          }}
          hidden
          type="file"
          aria-label={t('choose_folder')}
          onChange={({ target }) => readField(target)}
        />
      </div>
      <p role="alert" className="mt-4 text-signal empty:hidden">
        {failure && <FailureText failure={failure} />}
      </p>
      <ul className="mt-4 grid list-disc gap-1.5 ps-5 text-sm text-ink2">
        <li>{t('hint_pairs')}</li>
        <li>{t('hint_sound')}</li>
        <li>{t('hint_minutes')}</li>
      </ul>
    </div>
  )
}

function FailureText({ failure }: { failure: SourceFailure | 'nothing' | 'unreachable' }) {
  const t = useTranslations('import')
  const { number } = useFormat()
  if (failure === 'tooManyFiles') return t('error_too_many', { n: number(MAX_ENTRIES) })
  if (failure === 'nothing') return t('error_nothing')
  return failure === 'unreachable' ? t('error_unreachable') : t('error_damaged')
}

function ImportProgress({ step, done, total }: Extract<ImportState, { step: 'reading' | 'importing' }>) {
  const t = useTranslations('import')
  const { number } = useFormat()
  const label = total === null ? t('opening') : t(step, { done: number(done), total: number(total) })
  return (
    <div className="grid h-full content-center gap-3">
      <ProgressBar label={label} showLabel value={total === null ? null : done / Math.max(1, total)} />
      {step === 'importing' && <p className="text-sm text-ink2">{t('keep_open')}</p>}
    </div>
  )
}
