import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { Fault, Unreachable } from '#kit/client.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { OfflineBanner } from '#ui/OfflineBanner.tsx'
import { ReadOnlyBanner } from '#ui/ReadOnlyBanner.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { noteReached, noteReadOnly, useReachable, useReadOnly } from '#ui/reachability.ts'
import { Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { Switch } from '#ui/Switch.tsx'
import { now } from '#ui/time.ts'
import { KitSection, Specimen } from './KitSection.tsx'

export function StatesKit() {
  return (
    <KitSection id="states" title="Waiting, empty, failed" note="Every list, page and dialog has all of them.">
      <Waiting />
      <EmptyAndFailed />
    </KitSection>
  )
}

function Waiting() {
  return (
    <>
      <Specimen says="Progress: known, unknown">
        <div className="kit-fill kit-tall">
          <ProgressBar label="Uploading memo 14.m4a" showLabel value={0.62} />
          <ProgressBar label="Preparing" showLabel value={null} />
        </div>
      </Specimen>
      <Specimen says="Progress: paused, failed, done">
        <div className="kit-fill kit-tall">
          <ProgressBar label="Waits for the connection" showLabel tone="waiting" value={0.35} />
          <ProgressBar label="Stopped at 80 %" showLabel tone="bad" value={0.8} />
          <ProgressBar label="Uploaded" showLabel value={1} />
        </div>
      </Specimen>
      <Specimen says="Spinner, alone and in a sentence">
        <Spinner label="Loading" />
        <span>
          <Spinner /> Reading the sound
        </span>
      </Specimen>
      <Specimen says="Skeleton: the shape of what comes">
        <div className="kit-fill kit-tall">
          <Skeleton className="kit-bar" />
          <div className="kit-frame">
            <SkeletonRows rows={3} />
          </div>
        </div>
      </Specimen>
    </>
  )
}

function EmptyAndFailed() {
  const reachable = useReachable()
  const readOnly = useReadOnly()
  const [retrying, setRetrying] = useState(false)
  return (
    <>
      <Specimen says="Empty: one sentence, one button">
        <div className="kit-frame">
          <EmptyState icon={<AudioLines aria-hidden />} action={<Button variant="main">Upload audio</Button>}>
            No recordings yet. Upload one, or record here.
          </EmptyState>
        </div>
      </Specimen>
      <Specimen says="Error: what happened, what to do, what to report">
        <div className="kit-frame">
          <ErrorState
            error={new Fault('kit', '8f2c91d07b64')}
            title="The files could not be loaded"
            retrying={retrying}
            onRetry={() => setRetrying(!retrying)}
          />
        </div>
      </Specimen>
      <Specimen says="Error: nobody answers">
        <div className="kit-frame">
          <ErrorState error={new Unreachable('network')} onRetry={() => {}} />
        </div>
      </Specimen>
      <Specimen wide says="OfflineBanner: stands only while the server does not answer">
        <Switch side="start" label="The server answers" checked={reachable} onChange={noteReached} />
        <div className="kit-frame">
          <OfflineBanner lastLoaded={now()} onRetry={() => noteReached(true)} />
        </div>
      </Specimen>
      <Specimen wide says="ReadOnlyBanner: stands while the server is out of disk space">
        <Switch side="start" label="The server is read-only" checked={readOnly} onChange={noteReadOnly} />
        <div className="kit-frame">
          <ReadOnlyBanner />
        </div>
      </Specimen>
    </>
  )
}
