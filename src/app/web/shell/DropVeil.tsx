import { Upload } from 'lucide-react'
import { isolate } from '#ui/isolate.ts'
import { useWords } from '#ui/words.ts'
import type { DropPlace } from './useFileDrop.ts'

export type DropVeilProps = {
  /** The drop target under the pointer. It is outlined. */
  place: DropPlace | null
  /** Name of the folder that receives the files if there is no drop target under the pointer. */
  folderName: string | undefined
}

/** Covers the window while files are dragged over it, and names the folder they would be uploaded to. */
export function DropVeil({ place, folderName }: DropVeilProps) {
  const t = useWords('app')
  const name = place === null ? folderName : place.name
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-veil p-4">
      {place && <Ring place={place} />}
      <p className="flex max-w-full min-w-0 items-center gap-3 rounded-lg border border-dashed border-accent bg-raised px-8 py-6 text-lg font-[600] shadow-lift">
        <Upload aria-hidden className="size-5 flex-none text-accent" />
        <span className="min-w-0 break-words">{name ? t('drop_into', { folder: isolate(name) }) : t('drop_to_upload')}</span>
      </p>
    </div>
  )
}

function Ring({ place: { box } }: { place: DropPlace }) {
  const { left, top, width, height } = box
  return <span className="absolute rounded-md ring-2 ring-accent" style={{ left, top, width, height }} />
}
