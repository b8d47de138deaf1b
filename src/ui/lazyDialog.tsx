import { use, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { GiveUpContext, useIsHeld } from './dialogTurns.ts'
import { PART_MISSING } from './toastQueue.ts'
import { useToast } from './useToast.ts'
import { useWords } from './words.ts'

type Openable = { open: boolean; onClose: () => void }

/**
 * Returns a dialog whose code is loaded when it is first opened: `lazyDialog(async () => (await import('./X.tsx')).X)`. Until
 * then it renders nothing. Inside a waiting `QueuedDialog` it loads only when it is first in the queue. If loading fails, a
 * toast says so and the dialog is closed, so that it can be opened again.
 */
export function lazyDialog<Props extends Openable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyDialog(props: Props) {
    const t = useWords('ui')
    const toast = useToast()
    const [Shown, setShown] = useState(() => loaded)
    const isHeld = useIsHeld()
    const giveUp = use(GiveUpContext)
    const wants = props.open && !isHeld && !Shown
    const fail = useRef(() => {})
    useEffect(() => {
      fail.current = () => {
        toast.error(t('error_unreachable'), { id: PART_MISSING })
        giveUp()
        props.onClose()
      }
    })
    useEffect(() => {
      if (!wants) return
      let stillWanted = true
      // Load the code that all dialogs share in parallel.
      void import('./DialogScreen.tsx').catch(() => {})
      load().then(
        (component) => {
          loaded = component
          if (stillWanted) setShown(() => component)
        },
        () => stillWanted && fail.current(),
      )
      return () => {
        stillWanted = false
      }
    }, [wants])
    return Shown ? <Shown {...props} /> : null
  }
}
