import { useState } from 'react'
import { Refused } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { useEvent } from '#ui/useEvent.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { desktop } from './account.ts'
import { desktopLink } from './desktopLink.ts'
import { saidOfError } from './signInTroubles.ts'
import { useTry } from './useTry.ts'

/** A desktop program that is there takes the focus within this time (A§8). */
const FOCUS_WITHIN = seconds(3)

/** `opened`: the focus went to another program. `missing`: nothing took it, so that the download is offered. */
export type DesktopState = 'idle' | 'asking' | 'waiting' | 'opened' | 'missing'

type Asked = {
  desktopUuid: string
  onSignedOut: () => void
  /** Nothing took the focus in time: called once a try. */
  onMissing: () => void
  /** Something took it after all. */
  onOpened?: (() => void) | undefined
  openAddress: (address: string) => void
}

/** Asks for a code, hands it to the desktop program and watches whether the program comes (A§7, A§8). */
export function useDesktopSignIn({ desktopUuid, onSignedOut, onMissing, onOpened, openAddress }: Asked) {
  const [state, setState] = useState<Exclude<DesktopState, 'asking'>>('idle')
  const { busy, said, start } = useTry()
  const leaves = () => {
    if (state !== 'waiting' && state !== 'missing') return
    setState('opened')
    onOpened?.()
  }
  useEvent('window', 'blur', leaves)
  useEvent('document', 'visibilitychange', () => document.visibilityState === 'hidden' && leaves())
  const misses = () => {
    setState('missing')
    onMissing()
  }
  useTimeout(misses, state === 'waiting' ? FOCUS_WITHIN : null)

  const open = async () => {
    if (busy) return
    setState('idle')
    const tried = await start(
      () => desktop.code({ query: { client_id: 'web', desktop_uuid: desktopUuid } }),
      (error) => {
        if (error instanceof Refused && error.httpStatus === 401) onSignedOut()
        return saidOfError(error, { field: 'code', words: {} })
      },
    )
    if ('said' in tried) return
    setState('waiting')
    openAddress(desktopLink({ authCode: tried.answer.data.auth_code, desktopUuid }))
  }
  const shown: DesktopState = busy ? 'asking' : state
  return { state: shown, said, open: () => void open() }
}
