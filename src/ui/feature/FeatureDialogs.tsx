import { useState } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { QueuedDialog } from '../dialog/dialogQueue.tsx'
import { lazyDialog } from '../dialog/Dialog.tsx'
import { closeDialog, useOpenDialog } from '../dialog/openDialog.ts'
import type { DialogName } from '../dialog/openDialog.ts'
import { BackgroundPart } from './FeatureBackground.tsx'
import { useFeatures } from './FeaturesContext.ts'
import type { FeatureDialog, LoadComponent } from './WebFeature.ts'

/** Gives the requested page time to load first. */
const TRIGGER_DELAY: Millis = seconds(2)

/** The dialogs of all features, mounted once by the layout. */
export function FeatureDialogs({ triggerDelay = TRIGGER_DELAY }: { triggerDelay?: Millis }) {
  const dialogs = useFeatures().flatMap((feature) => Object.entries(feature.dialogs ?? {}) as DialogEntry[])
  const [isDelayOver, setDelayOver] = useState(triggerDelay === 0)
  useTimeout(() => setDelayOver(true), isDelayOver ? null : triggerDelay)
  return (
    <>
      {dialogs.map(([name, dialog]) => (
        <DialogSlot key={name} name={name} dialog={dialog} />
      ))}
      {isDelayOver && dialogs.map(([name, { trigger }]) => trigger && <BackgroundPart key={name} load={trigger} />)}
    </>
  )
}

type OpenProps = { open: boolean; onClose: () => void }

type DialogEntry = [name: DialogName, dialog: FeatureDialog<DialogName>]

/** Shows a dialog while it is open. Its code is loaded when it is first opened. */
function DialogSlot({ name, dialog: { priority, load } }: { name: DialogName; dialog: FeatureDialog<DialogName> }) {
  const parameters = useOpenDialog(name)
  const [Dialog] = useState(() => lazyDialog(load as LoadComponent<OpenProps>, { isSilent: SILENT.has(priority) }))
  // While it fades out, it still shows what it was opened with.
  const [lastParameters, setLastParameters] = useState(parameters)
  if (parameters !== undefined && parameters !== lastParameters) setLastParameters(parameters)
  const isOpen = parameters !== undefined
  // A required dialog whose code cannot be loaded stays requested until the server is reachable again.
  const close = () => {
    if (priority !== 'required') closeDialog(name)
  }
  return (
    <QueuedDialog priority={priority} open={isOpen}>
      <Dialog {...((parameters ?? lastParameters) as object)} open={isOpen} onClose={close} />
    </QueuedDialog>
  )
}

/** Dialogs that open by themselves. If their code cannot be loaded, they do not open and no error is shown. */
const SILENT: ReadonlySet<string> = new Set(['information', 'announcement', 'offer'])
