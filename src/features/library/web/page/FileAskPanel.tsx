import { AskPanel } from '#features/ask/web.tsx'
import type { File } from '#features/files/contract.ts'
import type { Passage } from '#features/notes/web.tsx'
import { usePlayer, usePlayerState } from '#features/files/web.tsx'
import { closeAskPanel } from '../panes/askPanel.ts'

/** The panel that asks a recording. What it cites plays in the player of the page and is marked in the transcript. */
export function FileAskPanel({ file, onCite }: { file: File; onCite: (passage: Passage) => void }) {
  const playback = usePlayer()
  const isPlaying = usePlayerState(({ playing, waiting }) => playing || waiting)
  return (
    <AskPanel
      fileId={file.id}
      isPlaying={isPlaying}
      onPlay={(passage) => {
        playback.playFrom(passage.start)
        onCite(passage)
      }}
      onPause={() => playback.pause()}
      onClose={closeAskPanel}
      fallback={<div className="w-90 flex-none border-l border-line max-md:hidden" />}
      className="w-90 flex-none max-md:absolute max-md:inset-0 max-md:z-10 max-md:w-full"
    />
  )
}
