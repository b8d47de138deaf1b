import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { ServerError, Unreachable } from '#shared/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { OfflineBanner } from '#ui/server-status/OfflineBanner.tsx'
import { ReadOnlyBanner } from '#ui/server-status/ReadOnlyBanner.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { setReachable, setReadOnly, useReachable, useReadOnly } from '#browser/http/reachability.ts'
import { Skeleton, SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { now } from '#browser/timers/time.ts'
import { GallerySection, Specimen } from './GallerySection.tsx'

export function StatesGallery() {
  return (
    <GallerySection id="states" title="Waiting, empty, failed" note="Every list, page and dialog has each of these states.">
      <LoadingStates />
      <EmptyAndErrorStates />
    </GallerySection>
  )
}

function LoadingStates() {
  return (
    <>
      <Specimen caption="Progress: known, unknown">
        <div className="kit-fill kit-tall">
          <ProgressBar label="Uploading memo 14.m4a" showLabel value={0.62} />
          <ProgressBar label="Preparing" showLabel value={null} />
        </div>
      </Specimen>
      <Specimen caption="Progress: paused, failed, done">
        <div className="kit-fill kit-tall">
          <ProgressBar label="Waits for the connection" showLabel tone="waiting" value={0.35} />
          <ProgressBar label="Stopped at 80 %" showLabel tone="bad" value={0.8} />
          <ProgressBar label="Uploaded" showLabel value={1} />
        </div>
      </Specimen>
      <Specimen caption="Spinner, alone and in a sentence">
        <Spinner label="Loading" />
        <span>
          <Spinner /> Reading the sound
        </span>
      </Specimen>
      <Specimen caption="Skeleton: the shape of what comes">
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

function EmptyAndErrorStates() {
  const reachable = useReachable()
  const readOnly = useReadOnly()
  const [retrying, setRetrying] = useState(false)
  return (
    <>
      <Specimen caption="Empty: one sentence, one button">
        <div className="kit-frame">
          <EmptyState icon={<AudioLines aria-hidden />} action={<Button variant="main">Upload audio</Button>}>
            No recordings yet. Upload one, or record here.
          </EmptyState>
        </div>
      </Specimen>
      <Specimen caption="Error: what happened, what to do, what to report">
        <div className="kit-frame">
          <ErrorState
            error={new ServerError('kit', '8f2c91d07b64')}
            title="The files could not be loaded"
            retrying={retrying}
            onRetry={() => setRetrying(!retrying)}
          />
        </div>
      </Specimen>
      <Specimen caption="Error: the server does not respond">
        <div className="kit-frame">
          <ErrorState error={new Unreachable('network')} onRetry={() => {}} />
        </div>
      </Specimen>
      <Specimen wide caption="OfflineBanner: stands only while the server does not answer">
        <Switch side="start" label="The server responds" checked={reachable} onChange={setReachable} />
        <div className="kit-frame">
          <OfflineBanner lastLoaded={now()} onRetry={() => setReachable(true)} />
        </div>
      </Specimen>
      <Specimen wide caption="ReadOnlyBanner: stands while the server is out of disk space">
        <Switch side="start" label="The server is read-only" checked={readOnly} onChange={setReadOnly} />
        <div className="kit-frame">
          <ReadOnlyBanner />
        </div>
      </Specimen>
    </>
  )
}
