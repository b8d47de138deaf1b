import { Link } from '@tanstack/react-router'
import { FastForward, Rewind, X } from 'lucide-react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useLibraryFile } from '../sync/queries.ts'
import { PlayButton, PlayedTime, PlayerError, TotalTime } from './Player.tsx'
import { PlaybackContext, usePlayedTime, usePlayer, usePlayerState } from './PlayerContext.ts'
import { closeBackgroundPlayback, useBackgroundPlayback } from './backgroundPlayback.ts'

/** The recording that goes on playing after its page was left, with a link back to it. Renders nothing when there is none. */
export function MiniPlayer() {
  const background = useBackgroundPlayback((state) => state.background)
  return background === null ? null : (
    <PlaybackContext value={background.recording.playback}>
      <MiniPlayerBar fileId={background.recording.fileId} />
    </PlaybackContext>
  )
}

function MiniPlayerBar({ fileId }: { fileId: string }) {
  const t = useTranslations('files')
  const playback = usePlayer()
  const title = useLibraryFile(fileId)?.filename ?? t('player')
  return (
    <section aria-label={t('mini_player')} className="@container relative border-t border-line bg-raised">
      <PlayedShare />
      <PlayerError />
      <div className="flex h-15 items-center gap-3 px-6 max-sm:px-3">
        <PlayButton />
        <IconButton
          className="@max-[34rem]:hidden"
          label={t('player_back')}
          icon={<Rewind aria-hidden />}
          onClick={() => playback.skip(-1)}
        />
        <IconButton
          className="@max-[34rem]:hidden"
          label={t('player_forward')}
          icon={<FastForward aria-hidden />}
          onClick={() => playback.skip(1)}
        />
        <Link
          to="/file/$id"
          params={{ id: fileId }}
          dir="auto"
          title={title}
          className="min-w-0 flex-1 truncate text-md font-[560] hover:underline"
        >
          {title}
        </Link>
        <PlayedTime />
        <TotalTime />
        <IconButton label={t('mini_player_close')} icon={<X aria-hidden />} onClick={closeBackgroundPlayback} />
      </div>
    </section>
  )
}

/** The played share of the recording, as a line at the upper edge. The times beside say the same. */
function PlayedShare() {
  const duration = usePlayerState((state) => state.duration)
  const permille = usePlayedTime((time) => (duration > 0 ? Math.round((1000 * time) / duration) : 0))
  return (
    <span aria-hidden className="absolute inset-x-0 -top-px h-0.5">
      <span className="block h-full bg-accent" style={{ width: `${permille / 10}%` }} />
    </span>
  )
}
