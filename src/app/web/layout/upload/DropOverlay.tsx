import { Upload } from 'lucide-react'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { DropTarget } from './useFileDrop.ts'

export type DropOverlayProps = {
  /** The drop target under the pointer. It is outlined. */
  target: DropTarget | null
  /** Name of the folder that receives the files if there is no drop target under the pointer. */
  folderName: string | undefined
}

/** Covers the window while files are dragged over it, and names the folder they would be uploaded to. */
export function DropOverlay({ target, folderName }: DropOverlayProps) {
  const t = useTranslations('app')
  const name = target === null ? folderName : target.name
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-veil p-4">
      {target && <TargetOutline target={target} />}
      <p className="flex max-w-full min-w-0 items-center gap-3 rounded-lg border border-dashed border-accent bg-raised px-8 py-6 text-lg font-[600] shadow-lift">
        <Upload aria-hidden className="size-5 flex-none text-accent" />
        <span className="min-w-0 break-words">{name ? t('drop_into', { folder: bidiIsolate(name) }) : t('drop_to_upload')}</span>
      </p>
    </div>
  )
}

function TargetOutline({ target: { rect } }: { target: DropTarget }) {
  const { left, top, width, height } = rect
  return <span className="absolute rounded-md ring-2 ring-accent" style={{ left, top, width, height }} />
}
