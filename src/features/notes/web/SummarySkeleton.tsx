import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'

/** A placeholder in the shape of a summary. */
export function SummarySkeleton() {
  return (
    <SkeletonGroup className="grid gap-3">
      {['w-1/3', 'w-full', 'w-11/12', 'w-3/5', 'mt-3 w-1/4', 'w-4/5', 'w-5/6'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </SkeletonGroup>
  )
}

/** A placeholder with the padding of a summary. */
export function SummaryPlaceholder() {
  return (
    <div className="px-10 pt-3 pb-6 max-md:px-5 max-sm:px-4">
      <div className="h-14" />
      <div className="max-w-read">
        <SummarySkeleton />
      </div>
    </div>
  )
}
